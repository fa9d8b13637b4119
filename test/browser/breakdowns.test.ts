import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible, expectUsable, HOSTILE, shareDashboard } from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard();
let shop: number;
beforeAll(async () => {
  shop = await givenShop();
});

const send = async (id: number, kind: string, rows: readonly object[]) => {
  const { status } = await server().post(`/sites/${id}/${kind}/batch`, rows);
  expect(status).toBe(200);
};

/** Twelve pages, each with one hit more than the one after it; the first from Germany by way of news.example. */
async function givenShop(): Promise<number> {
  const { id } = await server().given.site({ label: 'Shop' });
  const hits = Array.from({ length: 12 }, (_, page) =>
    Array.from({ length: 12 - page }, (_, count) => ({
      path: `/tea/${page}`,
      country: page === 0 ? 'DE' : page === 1 ? 'FR' : 'SG',
      visitor_id: `${page}-${count}`,
      ...(page === 0 ? { referrer: 'https://www.news.example/today' } : {}),
    })),
  );
  await send(id, 'hits', hits.flat());
  await send(id, 'events', [{ event: 'cart.add', path: '/tea/0', visitor_id: '0-0' }]);
  for (const [path, agent] of [
    ['/tea/0', 'GPTBot/1.2'],
    ['/tea/1', 'ClaudeBot/1.0'],
  ]) {
    const body = { path, user_agent: `Mozilla/5.0 (compatible; ${agent})` };
    await server().post(`/sites/${id}/agent_visits`, body);
  }
  return id;
}

const tabOf = (page: Page, name: string) =>
  panel(page, 'Countries').getByRole('tab', { selected: true, name });

test('a country leads to its regions, and a region to its cities', async () => {
  const { id } = await server().given.site({ label: 'Places' });
  await server().patch(`/sites/${id}/settings`, { location_detail: 'city' });
  const visits = (country: string, region: string, city: string) =>
    Array.from({ length: 6 }, (_, visitor) => ({
      path: '/',
      ...{ country, region, city, visitor_id: `${city}-${visitor}` },
    }));
  await send(id, 'hits', [...visits('DE', 'Bavaria', 'Munich'), ...visits('FR', 'Brittany', 'Brest')]);
  const { page } = await signedIn(`/sites/${id}`);
  await panel(page, 'Countries').scrollIntoViewIfNeeded();
  await row(page, 'Countries', 'Germany').getByRole('link').click();
  await tabOf(page, 'Regions').waitFor();
  await row(page, 'Countries', 'Bavaria').getByRole('link').click();
  await tabOf(page, 'Cities').waitFor();
  await row(page, 'Countries', 'Munich').waitFor();
  await panel(page, 'Countries').getByRole('tab', { name: 'Countries' }).click();
  await row(page, 'Countries', 'Germany').waitFor();
});

test('the country of a site that keeps no regions stays in the list of countries', async () => {
  const { page } = await signedIn(`/sites/${shop}`);
  await panel(page, 'Countries').scrollIntoViewIfNeeded();
  await row(page, 'Countries', 'Germany').getByRole('link').click();
  await chips(page).getByText('Germany').waitFor();
  await row(page, 'Countries', 'Germany').waitFor();
  await tabOf(page, 'Countries').waitFor();
});

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, name: string, key: string) =>
  panel(page, name)
    .getByRole('row')
    .filter({ has: page.getByText(key, { exact: true }) });
/** Chooses the list of hosts, which stands behind that of channels. */
const showReferrers = (page: Page): Promise<void> =>
  panel(page, 'Referrers').getByRole('tab', { name: 'Referrers', exact: true }).click();
const chips = (page: Page) => page.getByRole('list', { name: 'Filters' });

/** Goes past every panel, so that all of them have loaded. */
async function scrollThrough(page: Page): Promise<void> {
  for (const name of ['Countries', 'Devices', 'Events', 'AI crawlers', 'Kudos']) {
    await panel(page, name).scrollIntoViewIfNeeded();
    await panel(page, name).locator('table, .empty').first().waitFor();
  }
}

test('a click on a row filters the page, a second one removes the filter, Alt excludes the row', async () => {
  const { page, complaints } = await signedIn(`/sites/${shop}`);
  await row(page, 'Pages', '/tea/0').waitFor();
  expect(await row(page, 'Pages', '/tea/0').getByRole('cell').allTextContents()).toEqual([
    '12',
    '12',
    '15.4%',
    '',
  ]);
  await row(page, 'Pages', '/tea/0').getByRole('link').click();
  await chips(page).getByText('/tea/0').waitFor();
  await row(page, 'Referrers', 'Referral').getByText('100.0%').waitFor();
  await showReferrers(page);
  await row(page, 'Referrers', 'news.example').getByText('100.0%').waitFor();
  await page.getByText('Views per visit1.0').waitFor();
  expect(new URL(page.url()).search).toBe('?path=%2Ftea%2F0');
  await page.reload();
  const chosen = panel(page, 'Pages').getByRole('link', { name: '/tea/0' });
  expect(await chosen.getAttribute('aria-current')).toBe('true');
  await chosen.click();
  await row(page, 'Pages', '/tea/1').waitFor();
  await row(page, 'Pages', '/tea/1')
    .getByRole('link')
    .click({ modifiers: ['Alt'] });
  await chips(page).getByText('Page is not').waitFor();
  await row(page, 'Pages', '/tea/1').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

/** Ann from Germany and Bob from France come from a newsletter and read on, Eve from France comes by herself. */
async function givenReaders(): Promise<number> {
  const { id } = await server().given.site({ label: 'Readers' });
  const ann = { country: 'DE', visitor_id: 'ann' };
  const bob = { country: 'FR', visitor_id: 'bob' };
  const eve = { country: 'FR', visitor_id: 'eve' };
  await send(id, 'hits', [
    { path: '/news', source: 'newsletter', ...ann },
    { path: '/news', source: 'newsletter', ...bob },
    { path: '/', ...eve },
  ]);
  server().clock.advance({ seconds: 1 });
  await send(id, 'hits', [
    { path: '/tea', ...ann },
    { path: '/tea', ...bob },
    { path: '/cups', ...bob },
    { path: '/tea', ...eve },
  ]);
  await send(id, 'events', [{ event: 'cart.add', path: '/tea', ...ann }]);
  return id;
}

const cells = async (page: Page, name: string, key: string) =>
  (await row(page, name, key).getByRole('cell').allTextContents()).slice(0, -1);

test('rows by country sum up to the visitors, and a filter by source keeps whole visits', async () => {
  const id = await givenReaders();
  const { page, complaints } = await signedIn(`/sites/${id}`);
  await page.getByRole('button', { name: /^Visitors\s*3/ }).waitFor();
  await page.getByRole('button', { name: /^Pageviews\s*7/ }).waitFor();
  await panel(page, 'Countries').scrollIntoViewIfNeeded();
  await row(page, 'Countries', 'France').waitFor();
  expect(await cells(page, 'Countries', 'France')).toEqual(['2', '5', '66.7%']);
  expect(await cells(page, 'Countries', 'Germany')).toEqual(['1', '2', '33.3%']);

  await showReferrers(page);
  await row(page, 'Referrers', 'Direct / none').waitFor();
  await panel(page, 'Referrers').getByRole('tab', { name: 'Sources' }).click();
  await row(page, 'Referrers', 'newsletter').getByRole('link').click();
  await page.getByRole('button', { name: /^Visits\s*2/ }).waitFor();
  await page.getByRole('button', { name: /^Pageviews\s*5/ }).waitFor();
  await page.getByRole('button', { name: /^Events\s*1/ }).waitFor();
  await page.getByText('Views per visit2.5').waitFor();
  await page.getByRole('button', { name: 'Kudos The source filter doesn’t apply to kudos.' }).waitFor();
  await row(page, 'Pages', '/').waitFor({ state: 'detached' });
  expect(await cells(page, 'Pages', '/tea')).toEqual(['2', '2', '100.0%']);
  expect(await cells(page, 'Pages', '/cups')).toEqual(['1', '1', '50.0%']);
  expect(complaints).toEqual([]);
});

test('where no hit has a visitor, rows and chart count views, most first', async () => {
  const { id } = await server().given.site({ label: 'Server' });
  await send(id, 'hits', [{ path: '/a' }, { path: '/b' }, { path: '/b' }]);
  const { page, complaints } = await signedIn(`/sites/${id}`);
  await panel(page, 'Pages').getByRole('columnheader', { name: 'Views' }).waitFor();
  await page.getByRole('slider', { name: 'Pageviews over time' }).waitFor();
  await panel(page, 'Pages').getByRole('row').nth(1).getByText('/b').waitFor();
  expect(await cells(page, 'Pages', '/b')).toEqual(['2', '66.7%']);
  await panel(page, 'Pages').getByRole('tab', { name: 'Entry pages' }).click();
  await panel(page, 'Pages').getByText('No entry pages in this period').waitFor();
  await panel(page, 'Pages').getByText('Pageviews in this period have no visitor').waitFor();
  expect(complaints).toEqual([]);
});

test('figures end where the head of their panel does: the menu lies over the edge', async () => {
  const { page } = await signedIn(`/sites/${shop}`);
  await row(page, 'Pages', '/tea/0').waitFor();
  const rightOf = (selector: string) =>
    panel(page, 'Pages')
      .locator(selector)
      .first()
      .evaluate(element => element.getBoundingClientRect().right);
  const [figures, head] = [
    await rightOf('tbody .number:nth-last-child(2)'),
    await rightOf('.breakdown-csv svg'),
  ];
  expect(Math.abs(figures - head)).toBeLessThan(4);
});

test('names have icons, and what has no icon of ours is asked of the server, in a box of constant size', async () => {
  const { id } = await server().given.site({ label: 'Shop' });
  const user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  await send(
    id,
    'hits',
    ['https://google.de/', 'https://news.example/'].map((referrer, visitor_id) => ({
      ...{ path: '/', referrer, visitor_id: String(visitor_id), user_agent, country: 'DE' },
    })),
  );
  const { page, complaints } = await signedIn(`/sites/${id}`);
  await showReferrers(page);
  const icon = (name: string, key: string) => row(page, name, key).locator('.value-icon, .flag');
  expect(await icon('Referrers', 'google.de').locator('use').getAttribute('href')).toMatch(/#google$/);
  const favicon = icon('Referrers', 'news.example');
  expect(await favicon.getAttribute('src')).toBe('/favicons/news.example');
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('img.value-icon')?.naturalWidth);
  expect(await favicon.boundingBox()).toMatchObject({ width: 16, height: 16 });
  await panel(page, 'Devices').scrollIntoViewIfNeeded();
  expect(await icon('Devices', 'Firefox').locator('use').getAttribute('href')).toMatch(/#firefox$/);
  expect(await icon('Countries', 'Germany').textContent()).toMatch(/^(DE|🇩🇪)$/u);
  expect(complaints).toEqual([]);
});

test('everything about a row can be done by keyboard', async () => {
  const { page, complaints } = await signedIn(`/sites/${shop}`);
  await showReferrers(page);
  const more = panel(page, 'Referrers').getByRole('button', { name: 'More about news.example' });
  await more.focus();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('menuitem', { name: 'Open site' }).getAttribute('href')).toBe(
    'https://news.example/',
  );
  await page.getByRole('menuitem', { name: 'Exclude this' }).focus();
  await page.keyboard.press('Enter');
  await chips(page).getByText('Referrer is not').waitFor();
  await panel(page, 'Pages').getByRole('tab', { name: 'Pages', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await row(page, 'Pages', '/tea/1').getByText('16.7%').waitFor();
  expect(await panel(page, 'Pages').getByRole('columnheader').allTextContents()).toEqual([
    'Entry page',
    'Visits',
    'Views',
    'Share',
  ]);
  await page.reload();
  await panel(page, 'Pages').getByRole('tab', { name: 'Entry pages', selected: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('all rows are searched on the server, exported as CSV, and selected', async () => {
  const { page, complaints } = await signedIn(`/sites/${shop}`);
  await panel(page, 'Pages').getByRole('button', { name: 'Show all 12' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pages' });
  await dialog.getByText('/tea/11', { exact: true }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('searchbox').fill('/TEA/1');
  await dialog.getByText('/tea/2', { exact: true }).waitFor({ state: 'detached' });
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByText('CSV').click()]);
  expect(await Bun.file((await file.path()) ?? '').text()).toBe(
    'path,views,unique_views,unique_visitors,visits,engaged_views,engaged_seconds,average_engaged_seconds,scroll_depth,average_scroll_depth\r\n' +
      '/tea/1,11,11,11,11,0,,,,\r\n/tea/10,2,2,2,2,0,,,,\r\n/tea/11,1,1,1,1,0,,,,\r\n',
  );
  await dialog.getByRole('link', { name: '/tea/10' }).click();
  await dialog.waitFor({ state: 'detached' });
  await chips(page).getByText('/tea/10').waitFor();
  expect(complaints).toEqual([]);
});

test('the map takes arrow keys and Enter, and names what it cannot draw', async () => {
  const { page, complaints } = await signedIn(`/sites/${shop}`);
  await panel(page, 'Countries').scrollIntoViewIfNeeded();
  await panel(page, 'Countries')
    .getByRole('list', { name: 'Too small to show on the map' })
    .getByText('55')
    .waitFor();
  await page.getByRole('link', { name: 'Germany: 12 visitors, 15.4%' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.country-tip').getByText('France').waitFor();
  await page.keyboard.press('Enter');
  await chips(page).getByText('France').waitFor();
  expect(complaints).toEqual([]);
});

test('a provider drills down to its agents, an agent to its pages', async () => {
  const { page, complaints } = await signedIn(`/sites/${shop}`);
  await scrollThrough(page);
  const agents = panel(page, 'AI crawlers');
  await agents.getByRole('button', { name: 'OpenAI' }).click();
  await agents.getByRole('button', { name: 'GPTBot' }).click();
  await agents.getByText('/tea/0').waitFor();
  expect(await agents.getByText('/tea/1').count()).toBe(0);
  await agents.getByRole('button', { name: 'Showing GPTBot only' }).click();
  await agents.getByRole('button', { name: 'Showing OpenAI only' }).click();
  await agents.getByText('/tea/1').waitFor();
  expect(complaints).toEqual([]);
});

const LOOKS = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

test('untrusted values are rendered as text on every panel, at both widths and in both themes', async () => {
  const { id } = await server().given.site({ url: 'https://evil.example' });
  const long = 'x'.repeat(1000);
  await send(id, 'hits', [
    { path: `/${HOSTILE}`, referrer: 'javascript:alert(1)', source: HOSTILE, visitor_id: 'a' },
    { path: `/${long}`, referrer: `https://a.example/${long}`, visitor_id: 'b' },
  ]);
  await send(id, 'events', [{ event: `a.${HOSTILE}`, visitor_id: 'a' }]);
  await server().post(`/sites/${id}/kudos`, { path: `/${HOSTILE}` });
  const { page, complaints } = await signedIn(`/sites/${id}`);
  for (const { width, height, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await scrollThrough(page);
    await panel(page, 'Kudos').getByText('%E2%80%AEgnp').waitFor();
    await expectUsable(page);
  }
  expect(await page.locator('.breakdowns img:not(.value-icon)').count()).toBe(0);
  expect(await page.title()).not.toContain('owned');
  expect(complaints).toEqual([]);
});

test('a channel filters the page, and says why it is what it is', async () => {
  const { id } = await server().given.site({ label: 'Ads' });
  await send(id, 'hits', [
    { path: '/ad', url: 'https://shop.example/ad?gclid=1', visitor_id: 'a' },
    { path: '/', referrer: 'https://chatgpt.com/', visitor_id: 'b' },
  ]);
  const { page, complaints } = await signedIn(`/sites/${id}`);
  await row(page, 'Referrers', 'AI Assistants').getByText('50.0%').waitFor();
  await panel(page, 'Referrers').getByRole('button', { name: 'More about Paid Search' }).click();
  await page.getByRole('menuitem', { name: 'Why is this Paid Search?' }).click();
  const why = page.getByRole('dialog', { name: 'Why is this Paid Search?' });
  await why.getByText('the url has a click id of search ads').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
  await row(page, 'Referrers', 'Paid Search').getByRole('link').click();
  await row(page, 'Pages', '/').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?channel=Paid+Search');
  expect(complaints).toEqual([]);
});

test('an empty list explains what is missing, and how to get it', async () => {
  const { id } = await server().given.site({ label: 'Quiet' });
  await send(id, 'hits', [{ path: '/', visitor_id: 'a' }]);
  const { page, complaints } = await signedIn(`/sites/${id}`);
  await scrollThrough(page);
  await panel(page, 'Events').getByRole('link', { name: 'How to send events' }).waitFor();
  await panel(page, 'Referrers').getByRole('tab', { name: 'Campaigns' }).click();
  await panel(page, 'Referrers').getByText('?utm_campaign=…').waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
