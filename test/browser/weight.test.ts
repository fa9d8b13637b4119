/** What a first visit loads. */
import { expect, test } from 'bun:test';
import { brotliCompressSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { shareDashboard } from '../support/dashboard.ts';

/** Compressed bytes that first screens may take, answers of the API included. */
const MAX_SITE_BYTES = 151_000;
const MAX_LIST_BYTES = 165_000;
/** Requests that a site's may take. */
const MAX_REQUESTS = 12;
/** Requests that the list's may take, icons of sites not counted. */
const MAX_LIST_REQUESTS = 15;

const { server, signedIn } = shareDashboard();

async function givenVisitedSite(): Promise<number> {
  const { id } = await server().given.site();
  const hit = { path: '/', country: 'DE', visitor_id: 'a', referrer: 'https://www.google.com/' };
  await server().post(`/sites/${id}/hits`, hit);
  return id;
}

/** Opens a page with an empty cache, and lists the paths of what its first screen asks for. */
async function openCold(path: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
  // The owner's own zone: between two midnights, the early requests would be about another day than the page's.
  const opened = await signedIn('/robots.txt', { timezoneId: 'UTC', isFresh: true });
  const { page } = opened;
  await prepare(page);
  const paths: string[] = [];
  page.on('request', request => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin === server().url) paths.push(pathname + search);
  });
  await page.goto(server().url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  return { ...opened, paths };
}

/** Bytes of the answers, compressed as the program holds its files. */
async function measure({ context, paths }: Awaited<ReturnType<typeof openCold>>): Promise<number> {
  const sizes = paths
    // The stream has no end.
    .filter(path => !path.endsWith('/live'))
    .map(async path => {
      const answer = await context.request.get(server().url + path);
      return brotliCompressSync(await answer.body()).byteLength;
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

test('the first screen of the list of sites, and of a site, is small', async () => {
  const id = await givenVisitedSite();
  for (const [path, limit, drawings] of [
    ['/', MAX_LIST_BYTES, 0],
    [`/sites/${id}`, MAX_SITE_BYTES, 0],
  ] as const) {
    const opened = await openCold(path);
    const bytes = await measure(opened);
    expect(bytes).toBeGreaterThan(50_000);
    expect(opened.paths.filter(each => each.startsWith('/brands-')).length).toBe(drawings);
    expect(bytes).toBeLessThanOrEqual(limit);
    const icon = opened.page.locator('.brand img');
    expect(await icon.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  }
});

test('the first screen of a site takes few requests, each of them once, and figures are asked for beside the script', async () => {
  const id = await givenVisitedSite();
  const opened = await openCold(`/sites/${id}`);
  const { paths } = opened;
  expect(paths.length).toBeLessThanOrEqual(MAX_REQUESTS);
  expect(new Set(paths).size).toBe(paths.length);
  const figures = paths.filter(path => path.includes('/overview?'));
  expect(figures.map(path => /include_\w+/.exec(path)?.[0])).toEqual([
    'include_engagement',
    'include_changes',
  ]);
  // The stream is opened by the dashboard's script.
  expect(paths.indexOf(figures[0] ?? '')).toBeLessThan(paths.findIndex(path => path.endsWith('/live')));
});

test('a first screen asks for everything once, too, where the script that asks first arrives last', async () => {
  const id = await givenVisitedSite();
  for (const path of ['/', `/sites/${id}`]) {
    const opened = await openCold(path, async page => {
      await page.route('**/start-*.js', async route => {
        await page.waitForFunction(() =>
          performance.getEntriesByType('resource').some(({ name }) => /chunk-\w+\.css/.test(name)),
        );
        // Scripts that wait for nothing have run by the next frames.
        await page.evaluate(
          () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        await route.continue();
      });
    });
    const asked = opened.paths.filter(each => /^\/(api|batch)\b/.test(each));
    expect(asked.filter(each => each.startsWith('/batch')).length).toBe(1);
    expect(new Set(asked).size).toBe(asked.length);
  }
});

test('the first screen of the list of sites takes few requests, each of them once, and figures are asked for beside the script', async () => {
  await givenVisitedSite();
  const opened = await openCold('/');
  const paths = opened.paths.filter(path => !path.startsWith('/favicons/'));
  expect(paths.length).toBeLessThanOrEqual(MAX_LIST_REQUESTS);
  expect(new Set(paths).size).toBe(paths.length);
  const asked = paths.filter(path => /^\/(api|batch)\b/.test(path));
  expect(asked.map(path => path.split('?')[0])).toEqual(['/api/v1/sites', '/batch']);
});
