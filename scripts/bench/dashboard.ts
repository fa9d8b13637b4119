/** From going to a site's page to its figures and its line being drawn, beside the same questions asked of the API alone. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { startServer } from './server.ts';
import { type Row, type Section, spreadOf, spreadText } from './table.ts';
import type { Workplace } from './workplace.ts';
import type { World } from './world.ts';

const CHROMIUM = '/usr/bin/chromium';
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

/** What the page looks like once somebody can read it: a number in the first figure, and a line. */
const DRAWN = '.figures .figure-value';
const LINE = '.chart-plot canvas';

export const dashboardObstacle = (): string | undefined =>
  existsSync(CHROMIUM) ? undefined : 'Chromium is missing (Debian: apt-get install chromium)';

export async function measureDashboard(place: Workplace, world: World): Promise<Section> {
  const server = await startServer(place, { data: world.data });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  place.atEnd(() => browser.close());
  const rows: Row[] = [];
  for (const [what, search] of [
    ['30 days', ''],
    ['12 months', '?period=12m'],
  ] as const) {
    place.tell(`the page of a site, ${what}`);
    rows.push(
      await measurePage(browser, { place, url: server.url, path: `/sites/${world.siteId}${search}`, what }),
    );
  }
  await browser.close();
  await server.stop();
  return {
    title: `From the address of a site's page to figures and line drawn, over ${place.hits.toLocaleString('en')} hits, milliseconds`,
    reference: 'the questions of its first second asked at once, without a page',
    rows,
  };
}

interface Asked {
  readonly place: Workplace;
  readonly url: string;
  readonly path: string;
  readonly what: string;
}

async function measurePage(browser: Browser, { place, url, path, what }: Asked): Promise<Row> {
  const context = await browser.newContext();
  await context.request.post(`${url}/session`, {
    headers: { origin: url },
    data: { email: 'bench@example.org', password: 'correct horse battery' },
  });
  const questions = (await draw(context, url + path)).questions;
  const drawn: number[] = [];
  const bare: number[] = [];
  for (let asking = 0; asking < place.askings; asking++) {
    drawn.push((await draw(context, url + path)).ms);
    bare.push(await askAll(context, url, questions));
  }
  await context.close();
  const [ours, reference] = [spreadOf(drawn), spreadOf(bare)];
  return {
    what,
    ours: spreadText(ours),
    reference: spreadText(reference),
    ratio: (ours.median / reference.median).toFixed(2),
  };
}

/** Opens the page, whose scripts the browser has from the first time, in a new tab. */
async function draw(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const startedMs = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await Promise.all([page.locator(DRAWN).first().waitFor(), page.locator(LINE).first().waitFor()]);
  const ms = performance.now() - startedMs;
  const questions = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter(name => name.includes('/api/v1/') && !name.includes('/live')),
  );
  await page.close();
  return { ms, questions };
}

async function askAll(context: BrowserContext, url: string, questions: readonly string[]): Promise<number> {
  const [{ name, value } = { name: '', value: '' }] = await context.cookies(url);
  const headers = { cookie: `${name}=${value}`, 'user-agent': 'footfall-bench' };
  const startedMs = performance.now();
  await Promise.all(questions.map(async question => (await fetch(question, { headers })).arrayBuffer()));
  return performance.now() - startedMs;
}
