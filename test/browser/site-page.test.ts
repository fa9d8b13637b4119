import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { DAY_MS } from '../../src/lib/time-units.ts';
import { formatDay } from '../../src/web/format.ts';
import { expectAccessible, expectUsable, shareDashboard } from '../support/dashboard.ts';
import { fillDays } from '../support/insight-sites.ts';

const HOSTILE = `/<img src=x onerror="document.title='owned'">\u202egnp`;

const { server, signedIn } = shareDashboard();

const daysAgo = (count: number): string =>
  new Date(server().clock.now().getTime() - count * DAY_MS).toISOString();

/** A site with three hits of two visitors in the last days, and one before these. */
async function givenVisitedSite(): Promise<number> {
  const { id } = await server().given.site({ label: 'Shop' });
  const count = async (days: number, ...hits: readonly object[]) => {
    server().clock.advance({ days: -days });
    const { status } = await server().post(`/sites/${id}/hits/batch`, hits);
    server().clock.advance({ days });
    expect(status).toBe(200);
  };
  await count(9, { path: '/tea', country: 'FR', visitor_id: 'c' });
  await count(3, { path: HOSTILE, country: 'FR', visitor_id: 'b' });
  await count(
    2,
    { path: '/tea', country: 'DE', visitor_id: 'a' },
    { path: '/cups', country: 'DE', visitor_id: 'a' },
  );
  return id;
}

const figure = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

test('the first hit replaces the instructions with the dashboard, without a reload', async () => {
  const { id } = await server().given.site({ label: 'New shop' });
  const { page, complaints } = await signedIn(`/sites/${id}`);
  await page.getByText('Waiting for your first visit').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy tracking code' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^<script defer src="http:\/\/.+\/embed\/\w+\.js"><\/script>$/,
  );
  await page.getByText('0 visitors now').waitFor();

  await server().post(`/sites/${id}/hits`, { path: '/tea', visitor_id: 'a' });
  await figure(page, 'Pageviews\\s*1').waitFor();
  server().clock.advance({ seconds: 1 });
  await server().job('live.beat');
  await page.getByText('1 visitor now').waitFor();
  expect(complaints).toEqual([]);
});

test('figures and chart follow period, comparison and metric, and the URL restores them', async () => {
  const id = await givenVisitedSite();
  const { page, complaints } = await signedIn(`/sites/${id}?period=7d`);
  await figure(page, 'Pageviews\\s*3').getByText('+200%').waitFor();
  await page.getByRole('slider', { name: 'Visitors over time' }).waitFor();
  await figure(page, 'Visits').click();
  await page.getByRole('slider', { name: 'Visits over time' }).waitFor();
  await page.getByRole('button', { name: /^Comparison/ }).click();
  await page.getByRole('menuitem', { name: 'No comparison' }).click();
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('menuitem', { name: 'Last 30 days' }).click();
  await figure(page, 'Pageviews\\s*4').waitFor();
  expect(new URL(page.url()).search).toBe('?compare=none&metric=visits');
  await page.reload();
  await figure(page, 'Pageviews\\s*4').waitFor();
  expect(await figure(page, 'Visits').getAttribute('aria-pressed')).toBe('true');
  expect(complaints).toEqual([]);
});

test('the menu of periods names keys only where single keys do something', async () => {
  const id = await givenVisitedSite();
  const { page } = await signedIn(`/sites/${id}`);
  const keys = async () => {
    await page.getByRole('button', { name: /^Period/ }).click();
    await page.getByRole('menuitem', { name: 'Today' }).waitFor();
    return page.locator('[role=menuitem] kbd').count();
  };
  expect(await keys()).toBe(10);
  await page.evaluate(() => localStorage.setItem('footfall-shortcuts', 'off'));
  await page.reload();
  expect(await keys()).toBe(0);
});

test('chosen days are compared with', async () => {
  const id = await givenVisitedSite();
  const { page } = await signedIn(`/sites/${id}?period=7d&zone=utc`);
  await page.getByRole('button', { name: /^Comparison/ }).click();
  await page.getByRole('menuitem', { name: 'Custom range…' }).click();
  const [from, to] = [daysAgo(3), daysAgo(2)].map(each => each.slice(0, 10));
  await page.getByLabel('Start date').fill(from ?? '');
  await page.getByLabel('End date').fill(to ?? '');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await page.waitForURL(`**&compare_from=${from}&compare_to=${to}&zone=utc`);
  await figure(page, 'Pageviews\\s*3').getByText('0%').waitFor();
});

test('every figure can be drawn', async () => {
  const id = await givenVisitedSite();
  const { page, complaints } = await signedIn(`/sites/${id}?period=7d&zone=utc`);
  const tiles = page.getByRole('list', { name: 'Key metrics' }).getByRole('button');
  await figure(page, 'Pageviews\\s*3').waitFor();
  expect(await tiles.count()).toBe(9);
  for (const [name, text] of [
    ['Views per visit', /: \d+\.\d, previously/],
    ['Bounce rate', /: \d+\.\d%, previously/],
    ['Visit duration', /: \d+ s, previously/],
  ] as const) {
    await tiles.filter({ hasText: name }).click();
    const chart = page.getByRole('slider', { name: `${name} over time` });
    await chart.waitFor();
    await page.waitForFunction(() => !document.querySelector('.chart-room.stale'));
    expect(await chart.getAttribute('aria-valuetext')).toMatch(text);
  }
  expect(new URL(page.url()).searchParams.get('metric')).toBe('average_duration_seconds');
  expect(complaints).toEqual([]);
});

test('every row says how it changed', async () => {
  const id = await givenVisitedSite();
  const { page } = await signedIn(`/sites/${id}?period=7d&zone=utc`);
  const changeOf = (path: string) =>
    page.getByRole('row').filter({ hasText: path }).locator('.bar-change').first();
  expect(await changeOf('/tea').textContent()).toBe('0%');
  expect(await changeOf('/cups').textContent()).toBe('new');
});

test('a filter is found by typing, inverted, and removed', async () => {
  const id = await givenVisitedSite();
  const { page } = await signedIn(`/sites/${id}`);
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Country' }).click();
  await page.getByLabel('Search Country').fill('germ');
  await page.getByRole('button', { name: /Germany/ }).click();
  await figure(page, 'Pageviews\\s*2').waitFor();
  await page.getByRole('button', { name: 'Country is Germany', exact: true }).click();
  await page.getByRole('button', { name: 'Country is not Germany', exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?not_country=DE');
  await figure(page, 'Pageviews\\s*2').waitFor();
  await page.getByRole('button', { name: 'Remove filter: Country is not Germany' }).click();
  await figure(page, 'Pageviews\\s*4').waitFor();
});

test('markup and direction marks in a path and a signal are rendered as text', async () => {
  const id = await givenVisitedSite();
  const signal = { occurred_at: daysAgo(2), title: HOSTILE };
  await server().post(`/sites/${id}/signals`, { signal });
  const { page, complaints } = await signedIn(`/sites/${id}?period=7d&path=${encodeURIComponent(HOSTILE)}`);
  await page
    .getByRole('button', { name: /^Page is/ })
    .getByText('‹U+202E›gnp')
    .waitFor();
  await figure(page, 'Pageviews\\s*1').waitFor();
  await page.getByRole('button', { name: /^Annotation: / }).focus();
  await page.locator('.chart-mark-tip').getByText('‹U+202E›gnp').waitFor();
  expect(await page.title()).toBe('Shop – Footfall');
  expect(complaints).toEqual([]);
});

test('the chart is navigated with arrow keys, and Enter zooms in', async () => {
  const id = await givenVisitedSite();
  const { page } = await signedIn(`/sites/${id}?period=7d&zone=utc`);
  const line = page.getByRole('slider', { name: 'Visitors over time' });
  await line.waitFor();
  await page.getByRole('button', { name: 'Hours' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await line.evaluate(element => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await line.getAttribute('aria-valuetext')).toContain(': 1 visitor, previously 1 visitor');
  await page.keyboard.press('Enter');
  const day = daysAgo(2).slice(0, 10);
  await page.waitForURL(`**/sites/${id}?from=${day}&to=${day}&zone=utc`);
  await figure(page, 'Pageviews\\s*2').waitFor();
});

test('a point of the chart says what moved on its day, and what the owner noted', async () => {
  const { id } = await server().given.site();
  await fillDays(server(), id, { until: daysAgo(8).slice(0, 10), counts: [2] });
  server().clock.advance({ days: -1 });
  const hits = Array.from({ length: 12 }, (_, visitor) => ({
    path: '/launch',
    referrer: 'https://news.example/',
    visitor_id: `v${visitor}`,
  }));
  await server().post(`/sites/${id}/hits/batch`, hits);
  server().clock.advance({ days: 1 });
  const signal = { occurred_at: daysAgo(1), title: 'Launched' };
  await server().post(`/sites/${id}/signals`, { signal });
  const { page } = await signedIn(`/sites/${id}?period=7d&zone=utc`);
  await page
    .getByRole('region', { name: 'What changed' })
    .getByRole('link', { name: /news.example/ })
    .waitFor();
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  const explanation = page.getByRole('status').filter({ hasText: 'Visitors +10 vs' });
  await explanation.getByText('Launched').waitFor();
  await explanation.getByText('news.example').waitFor();
  await explanation.getByText('/launch').waitFor();
});

test('a point of the chart says how far it is from usual, once there are weeks before', async () => {
  const { id } = await server().given.site();
  const counts = [...new Array<number>(28).fill(2), 9];
  await fillDays(server(), id, { until: daysAgo(1).slice(0, 10), counts });
  const { page } = await signedIn(`/sites/${id}?period=7d&zone=utc`);
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('status').filter({ hasText: '7 visitors more than usual (2)' }).waitFor();
  // One baseline: that of the dashed line has no change of its own.
  expect(await page.locator('.chart-tip-value').textContent()).toBe('9 visitors');
  await figure(page, 'Pageviews').click();
  await page.getByRole('slider', { name: 'Pageviews over time' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('status').filter({ hasText: '7 pageviews more than usual (2)' }).waitFor();
});

test('without data in the earlier period, its first day takes the place of changes', async () => {
  const { id } = await server().given.site();
  const first = daysAgo(3).slice(0, 10);
  await fillDays(server(), id, { until: daysAgo(1).slice(0, 10), counts: [20, 20, 20] });
  const { page } = await signedIn(`/sites/${id}?period=year&zone=utc`);
  const changed = page.getByRole('region', { name: 'What changed' });
  await changed.getByText(`No data before ${formatDay(first)}`).waitFor();
  expect(await changed.getByRole('link').count()).toBe(0);
  expect(await figure(page, 'Visitors').textContent()).toMatch(/^Visitors\s*60$/);
});

test('a click on a point of the chart shows its day, and the zoom is reset', async () => {
  const id = await givenVisitedSite();
  const { page } = await signedIn(`/sites/${id}?period=7d&zone=utc`);
  await figure(page, 'Pageviews\\s*3').waitFor();
  const plot = page.locator('.u-over');
  const { x, y, width, height } = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + (width * 4) / 6, y + height / 2);
  const day = daysAgo(2).slice(0, 10);
  await page.waitForURL(`**/sites/${id}?from=${day}&to=${day}&zone=utc`);
  await figure(page, 'Pageviews\\s*2').waitFor();
  await page.getByRole('button', { name: 'Reset zoom' }).click();
  await page.waitForURL(`**/sites/${id}?period=7d&zone=utc`);
  await figure(page, 'Pageviews\\s*3').waitFor();
  expect(await page.getByRole('button', { name: 'Reset zoom' }).count()).toBe(0);
});

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)(
  '%d pixels wide and %s: nothing is cut off, nobody kept out, nothing jumps',
  async (width, colorScheme) => {
    const id = await givenVisitedSite();
    const { page, complaints } = await signedIn('/settings/account', {
      isFresh: true,
      viewport: { width, height: 844 },
      colorScheme,
    });
    await page.addInitScript(() => {
      const moved = { by: 0 };
      Object.assign(globalThis, { moved });
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) moved.by += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    // The figures, and the days before, come after the chart: they are the last to be counted.
    const { promise: drawn, resolve: letFiguresCome } = Promise.withResolvers<void>();
    await page.route('**/overview?*', route => drawn.then(() => route.continue()));
    await page.goto(`${server().url}/sites/${id}?period=7d&not_country=FR`);
    await page.getByRole('slider').waitFor();
    letFiguresCome();
    await figure(page, 'Pageviews\\s*2').waitFor();
    expect(
      await page.evaluate(() => (globalThis as unknown as { moved: { by: number } }).moved.by),
    ).toBeLessThan(0.02);
    await expectUsable(page);
    expect(complaints).toEqual([]);
  },
);

test.each([320, 390, 1100, 1200, 1280])(
  '%d pixels wide, no figure of a large site overlaps the next',
  async width => {
    const id = await givenVisitedSite();
    const viewport = { width, height: 844 };
    const { page } = await signedIn('/settings/account', { viewport });
    const largeFigures = (count: number) => ({
      ...{ hits: count, visitors: count, visits: count, events: count, kudos: count, agent_visits: count },
      average_duration_seconds: 59 * 60 + (count % 60),
    });
    await page.route('**/overview?*', async route => {
      const answer = await (await route.fetch()).json();
      Object.assign(answer.figures, largeFigures(987_654));
      Object.assign(answer.comparison.figures, largeFigures(98_765));
      await route.fulfill({ json: answer });
    });
    await page.goto(`${server().url}/sites/${id}`);
    await figure(page, 'Visits\\s*987,654').waitFor();
    const overlapping = await page
      .locator('.figures > li')
      .evaluateAll(tiles =>
        tiles.flatMap(tile => (tile.scrollWidth > tile.clientWidth ? [tile.textContent] : [])),
      );
    expect(overlapping).toEqual([]);
    const tops = await page
      .locator('.figures > li')
      .evaluateAll(tiles => tiles.map(tile => tile.getBoundingClientRect().top));
    if (width >= 1100) expect(new Set(tops).size).toBe(1);
    // Some answers may still be on their way.
    await page.unrouteAll({ behavior: 'wait' });
  },
);

test('an annotation is added to the day of the chart that was clicked with the right button', async () => {
  const id = await givenVisitedSite();
  const { page, complaints } = await signedIn(`/sites/${id}?period=7d&zone=utc`);
  await page.getByRole('button', { name: 'Add annotation' }).click();
  await page.getByRole('dialog').getByLabel('Title').waitFor();
  await page.keyboard.press('Escape');
  const chart = page.getByRole('slider');
  const box = await chart.boundingBox();
  await chart.click({ button: 'right', position: { x: 46, y: (box?.height ?? 0) / 2 } });
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Newsletter');
  expect(await dialog.getByLabel('When').inputValue()).toBe(`${daysAgo(6).slice(0, 10)}T12:00`);
  await dialog.getByRole('button', { name: 'Add annotation' }).click();
  await page.getByRole('button', { name: /^Annotation: Newsletter/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('the overview says how much came from hosting networks, and shows the rest', async () => {
  const { id } = await server().given.site({ label: 'Shop' });
  const from = (ip_address: string, count: number) =>
    Array.from({ length: count }, () => ({ path: '/', ip_address }));
  await server().post(`/sites/${id}/hits/batch`, [...from('88.198.1.1', 60), ...from('73.1.2.3', 40)]);
  const { page } = await signedIn(`/sites/${id}`);
  await page.getByText('60.0% of pageviews came from hosting networks').waitFor();
  await expectUsable(page);
  await page.getByRole('link', { name: 'View without them' }).click();
  await figure(page, 'Pageviews\\s*40').waitFor();
  await page.getByRole('tab', { name: 'Networks' }).click();
  await page.getByRole('row', { name: /Internet providers/ }).waitFor();
});
