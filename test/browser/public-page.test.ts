import { expect, test } from 'bun:test';
import { formatDay } from '../../src/web/format.ts';
import { expectAccessible, expectUsable, HOSTILE, shareDashboard } from '../support/dashboard.ts';
import { aTotal, importDays } from '../support/imported-days.ts';
import { forTest } from '../support/share.ts';

const { server, signedOut } = shareDashboard();

/** A public site with four hits of three visitors, one of them long ago. */
async function givenPublicSite(publicPage: Record<string, unknown> = {}) {
  const site = await server().given.site({ label: 'Shop', public: true });
  const count = async (days: number, ...paths: readonly (readonly [string, string])[]) => {
    const hits = paths.map(([path, visitor]) => ({ path, visitor_id: visitor, country: 'DE' }));
    server().clock.advance({ days: -days });
    const { status } = await server().post(`/sites/${site.id}/hits/batch`, hits);
    server().clock.advance({ days });
    expect(status).toBe(200);
  };
  await count(60, ['//evil.example/', 'c']);
  await count(3, [`/${HOSTILE}`, 'b']);
  await count(2, ['/tea', 'a'], ['/tea', 'b']);
  const { status } = await server().patch(`/sites/${site.id}/settings`, { public_page: publicPage });
  expect(status).toBe(200);
  return site as { id: number; uid: string };
}

test('where no hit has a visitor, the chart of a public page is of hits', async () => {
  const { id, uid } = await server().given.site({ label: 'Server', public: true });
  await server().post(`/sites/${id}/hits`, { path: '/a', country: 'DE' });
  const { page, complaints } = await signedOut(`/public/${uid}`);
  await page.getByRole('slider', { name: 'Pageviews by day' }).waitFor();
  await page.getByRole('region', { name: 'Countries' }).getByText('Pageviews').waitFor();
  await page.getByRole('button', { name: 'Visitors 0' }).click();
  await page.getByRole('slider', { name: 'Visitors by day' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the public page shows the chosen sections and period, and loads nothing of the dashboard', async () => {
  const { uid } = await givenPublicSite();
  const { page, complaints } = await signedOut('about:blank', { isFresh: true });
  let scriptBytes = 0;
  page.on('response', async response => {
    if (!response.url().endsWith('.js')) return;
    scriptBytes += (await response.request().sizes()).responseBodySize;
  });
  await page.goto(`${server().url}/public/${uid}`);
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
  expect(await page.title()).toBe('Shop – public stats');
  await page.getByRole('button', { name: 'Visitors 2' }).waitFor();
  await page.getByRole('button', { name: 'Visits 3' }).waitFor();
  await page.getByRole('region', { name: 'Countries' }).getByText('Visitors').waitFor();
  await page.getByRole('button', { name: 'Pageviews 3' }).click();
  const days = page.getByRole('slider', { name: 'Pageviews by day' });
  await days.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await days.getAttribute('aria-valuetext')).toMatch(/: 2 pageviews$/);
  expect(await page.getByRole('link', { name: '/tea' }).getAttribute('href')).toBe(
    'https://shop.example/tea',
  );
  expect(await page.locator('main img').count()).toBe(0);
  await page.getByText('%E2%80%AEgnp').waitFor();
  await page.getByRole('link', { name: 'IP geolocation by DB-IP' }).waitFor();

  await page.getByRole('link', { name: '90 days' }).click();
  await page.getByRole('button', { name: 'Pageviews 4' }).waitFor();
  expect(await page.getByRole('link', { name: 'evil' }).count()).toBe(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Pageviews 3' }).waitFor();
  expect(scriptBytes).toBeLessThan(100_000);
  expect(complaints).toEqual([]);
});

test('lists have the bars, columns and icons of the dashboard, and ask nobody for favicons', async () => {
  const site = await server().given.site({ label: 'Shop', public: true });
  const hits = ['https://google.de/', 'https://news.example/'].map((referrer, visitor_id) => ({
    ...{ path: '/', referrer, visitor_id: String(visitor_id), country: 'DE' },
  }));
  await server().post(`/sites/${site.id}/hits/batch`, hits);
  const { page, complaints } = await signedOut(`/public/${site.uid}`);
  const list = page.getByRole('table', { name: 'Referrers' });
  await list.waitFor();
  expect(await list.getByRole('columnheader').allTextContents()).toEqual(['Referrer', 'Visitors']);
  expect(await list.locator('use').getAttribute('href')).toMatch(/#google$/);
  expect(await page.locator('main img').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('hidden sections are absent', async () => {
  const { uid } = await givenPublicSite({ sections: ['pages'] });
  const { page } = await signedOut(`/public/${uid}`);
  await page.getByRole('link', { name: '/tea' }).waitFor();
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Pages']);
  expect(await page.getByText('Visitors').count()).toBe(0);
});

test.each([320, 1000])('in a frame of another site, %d pixels wide, the figures stand alone', async width => {
  const { uid } = await givenPublicSite();
  const address = `${server().url}/public/${uid}?embed=true&theme=dark`;
  const host = forTest(
    Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () =>
        new Response(
          `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Host</title><iframe title="Statistics" src="${address}" width="${width}" height="600"></iframe>`,
          { headers: { 'content-type': 'text/html' } },
        ),
    }),
  );
  const { page, complaints } = await signedOut(`http://host.example:${host.port}/`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('link', { name: '/tea' }).waitFor();
  expect(await frame.getByRole('contentinfo').count()).toBe(0);
  await frame.getByRole('link', { name: '7 days' }).click();
  await frame
    .getByRole('link', { name: '7 days', exact: true })
    .and(frame.locator('[aria-current]'))
    .waitFor();
  const [, inner] = page.frames();
  const [content, room] =
    (await inner?.evaluate(() => [document.documentElement.scrollWidth, innerWidth])) ?? [];
  expect(content).toBeLessThanOrEqual(room ?? 0);
  expect(await inner?.evaluate(() => location.search)).toBe('?embed=true&theme=dark&period=7d');
  expect(complaints).toEqual([]);
});

test('a frame stays empty where embedding is off', async () => {
  const { uid } = await givenPublicSite({ allow_embedding: false });
  const { headers } = await fetch(`${server().url}/public/${uid}`);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)('%d pixels wide and %s: nothing is cut off, nobody kept out', async (width, colorScheme) => {
  const { id, uid } = await givenPublicSite({
    sections: ['visitors', 'pages', 'countries', 'kudos', 'uptime'],
  });
  await server().patch(`/sites/${id}/features`, { uptime: true });
  const { page, complaints } = await signedOut(`/public/${uid}`, {
    viewport: { width, height: 844 },
    colorScheme,
  });
  await page.getByRole('heading', { name: 'Uptime' }).waitFor();
  await expectUsable(page);
  expect(complaints).toEqual([]);
});

test('a site that is not public reveals nothing else', async () => {
  const site = await server().given.site({ label: 'Secret' });
  for (const uid of [site.uid, 'nothing']) {
    const { page } = await signedOut(`/public/${uid}`);
    await page.getByRole('heading', { name: 'No public stats here' }).waitFor();
    expect(await page.getByText('Secret').count()).toBe(0);
  }
});

test('imported days are a band on the chart, and lists without them say so', async () => {
  const { id, uid } = await givenPublicSite();
  const [before = '', until = ''] = [-6, -4].map(days =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const days = [before, until].map(day => aTotal(day, { views: 12, visitors: 5 }));
  await importDays(server().services.stores.hits, days, { siteId: id });
  const { page, complaints } = await signedOut(`/public/${uid}`);
  const band = page.locator('.imported-band', { hasText: `Imported until ${formatDay(until)}` });
  await band.waitFor();
  const [plot, marked] = [await page.locator('.public-plot').boundingBox(), await band.boundingBox()];
  expect((marked?.width ?? 0) / (plot?.width ?? 1)).toBeCloseTo(25.5 / 29, 2);
  const pages = page.getByRole('region', { name: 'Pages' });
  await pages.getByText(`Without imported data (until ${formatDay(until)})`).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
