import { expect, test } from 'bun:test';
import { BROWSER } from '../support/collect-host.ts';
import {
  expectAccessible,
  expectNoSideScroll,
  expectUsable,
  HOSTILE,
  PHONE,
  shareDashboard,
} from '../support/dashboard.ts';
import { until } from '../support/until.ts';

const { server, signedIn, signedOut } = shareDashboard();

const send = async (path: string, body: unknown): Promise<void> => {
  const { status } = await server().post(path, body);
  expect(status).toBeLessThan(300);
};

/** A site that two visitors have read, one of them over three pages. */
async function givenReadSite(): Promise<number> {
  const { id } = await server().given.site({ label: 'Shop' });
  await send(`/sites/${id}/hits`, {
    path: '/',
    visitor_id: 'a',
    country: 'DE',
    referrer: 'https://news.example/1',
  });
  server().clock.advance({ seconds: 20 });
  await send(`/sites/${id}/hits`, { path: '/tea', visitor_id: 'a', country: 'DE' });
  server().clock.advance({ seconds: 5 });
  await send(`/sites/${id}/hits`, { path: `/${HOSTILE}`, visitor_id: 'a', country: 'DE' });
  await send(`/sites/${id}/hits`, { path: '/tea', visitor_id: 'b', country: 'FR' });
  for (const value of ['red', 'red', 'blue']) {
    await send(`/sites/${id}/events`, { event: 'cart.add', value, path: '/tea', visitor_id: 'a' });
  }
  await send(`/sites/${id}/events`, { event: 'sign.up', path: '/', visitor_id: 'b' });
  return id;
}

test('the live feed updates by itself, can be paused, and counts new rows while paused', async () => {
  const { id } = await server().given.site({ label: 'Shop' });
  const { page, complaints } = await signedIn(`/sites/${id}/live`);
  const feed = page.getByRole('list', { name: 'Activity, newest first' });
  await page.getByText('No activity in the last 24 hours').waitFor();
  await page.getByText('Live', { exact: true }).last().waitFor();
  await send(`/sites/${id}/hits`, { path: `/${HOSTILE}`, visitor_id: 'a', country: 'DE' });
  await feed.getByText('<img%20src=x', { exact: false }).waitFor();
  await send(`/sites/${id}/events`, { event: 'cart.add', value: 'red', path: '/tea', visitor_id: 'a' });
  await feed.getByText('cart.add').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await send(`/sites/${id}/hits`, { path: '/later', visitor_id: 'b' });
  await page.getByRole('button', { name: 'Resume 1 new' }).click();
  await feed.getByText('/later').waitFor();
  await page.getByRole('button', { name: 'Events', exact: true }).click();
  expect(await feed.getByRole('listitem').count()).toBe(1);
  expect(await page.title()).toBe('Live – Shop – Footfall');
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('the live page opens with the last half hour: minutes, referrers, pages and countries', async () => {
  const id = await givenReadSite();
  const { page, complaints } = await signedIn(`/sites/${id}/live`);
  await page.getByText('2 visitors, 4 pageviews').waitFor();
  const minutes = page.getByRole('slider', { name: 'Visitors and pageviews of the last 30 minutes' });
  await minutes.focus();
  await page.keyboard.press('Home');
  expect(await minutes.getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d: 0 visitors, 0 pageviews$/);
  const table = page.getByRole('table', { name: 'Visitors and pageviews of the last 30 minutes' });
  expect(await table.getByRole('row').count()).toBe(31);
  const row = (list: string, name: RegExp) =>
    page.getByRole('region', { name: list }).getByRole('row', { name });
  await row('Referrers, last 30 minutes', /^news\.example 1 3$/).waitFor();
  await row('Referrers, last 30 minutes', /^Direct \/ none 1 1$/).waitFor();
  await row('Pages, last 30 minutes', /^\/tea 2 2$/).waitFor();
  await row('Countries, last 30 minutes', /Germany 1 3$/).waitFor();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('the live map has a dot for each country, which pulses with a hit', async () => {
  const id = await givenReadSite();
  const { page } = await signedIn(`/sites/${id}/live`);
  await page.getByRole('img', { name: /last 30 minutes, from 2 countries$/ }).waitFor();
  const map = page.locator('.live-map');
  expect(await map.locator('.live-dot').count()).toBe(2);
  expect(await map.locator('.live-pulse').count()).toBe(0);
  await send(`/sites/${id}/hits`, { path: '/tea', visitor_id: 'c', country: 'BR' });
  await map.locator('.live-pulse[data-country="BR"]').waitFor({ state: 'attached' });
  // Figures are read once a second.
  const dot = map.locator('.live-dot[data-country="BR"]');
  await until(async () => {
    server().clock.advance({ seconds: 1 });
    await server().job('live.beat');
    return (await dot.count()) === 1;
  });
});

test('a journey expands into its steps with the time of each', async () => {
  const id = await givenReadSite();
  const { page, complaints } = await signedIn(`/sites/${id}/journeys`);
  const journey = page.getByRole('button', { name: /\/tea.*3 pages in 25 s/ });
  expect(await journey.getAttribute('aria-expanded')).toBe('false');
  // The overview's bounce rate is of visits: here no other figure has its name.
  await page.getByText('Single-page visitors50.0%').waitFor();
  expect(await page.getByText('Bounce rate', { exact: true }).count()).toBe(0);
  await journey.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: '20 s' }).last().waitFor();
  expect(await page.getByRole('link', { name: 'https://news.example/1' }).getAttribute('rel')).toContain(
    'noopener',
  );
  await page.getByText('left here').waitFor();
  expect(await page.locator('main img:not(.value-icon)').count()).toBe(0);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('journeys are filtered, and those of one page can be left out', async () => {
  const id = await givenReadSite();
  const { page, complaints } = await signedIn(`/sites/${id}/journeys`);
  const journeys = page.getByRole('list', { name: 'Journeys, newest first' }).locator('.journey');
  await page.getByRole('button', { name: 'All 2' }).waitFor();
  expect(await journeys.count()).toBe(2);
  await page.getByRole('button', { name: '2+ pages 1' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.journey').length === 1);
  expect(await journeys.textContent()).toContain('3 pages');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('button', { name: 'Country' }).click();
  await page.getByRole('button', { name: 'France 1' }).click();
  await page.waitForURL('**?country=FR');
  await page.getByRole('button', { name: 'All 1' }).click();
  await journeys.getByText('/tea').waitFor();
  expect(await journeys.count()).toBe(1);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test('the pages before and after a page are walked along, and the address keeps where one is', async () => {
  const id = await givenReadSite();
  const { page, complaints } = await signedIn(`/sites/${id}/journeys`);
  const flow = page.getByRole('region', { name: 'Before and after a page' });
  await flow.getByLabel('Page', { exact: true }).fill('/tea');
  await flow.getByRole('button', { name: 'Show' }).click();
  await page.waitForURL('**?page=%2Ftea');
  await flow.getByText('2 views, reloads not counted').waitFor();
  const rows = (name: string) => flow.getByRole('table', { name }).locator('tbody tr').allInnerTexts();
  const words = (texts: readonly string[]) => texts.map(text => text.split(/\s+/).join(' ').trim());
  expect(words(await rows('Previous page'))).toEqual(['Entered the site here 1 50.0%', '/ 1 50.0%']);
  expect(words(await rows('Next page'))).toEqual([
    'Left the site 1 50.0%',
    expect.stringMatching(/^\/<img%20.*%E2%80%AEgnp 1 50\.0%$/),
  ]);
  await flow.getByRole('button', { name: '/', exact: true }).click();
  await page.waitForURL('**?page=%2F');
  await flow.getByText('1 view, reloads not counted').waitFor();
  await page.goBack();
  await flow.getByText('2 views, reloads not counted').waitFor();
  await expectAccessible(page);
  await page.setViewportSize(PHONE.viewport);
  await expectNoSideScroll(page);
  expect(complaints).toEqual([]);
});

test('an event leads to its values, a value to its trend, and the URL restores both', async () => {
  const id = await givenReadSite();
  const { page, complaints } = await signedIn(`/sites/${id}/events`);
  await page.getByRole('button', { name: 'cart.add' }).click();
  await page.getByRole('heading', { name: 'cart.add' }).waitFor();
  await page.getByRole('button', { name: 'red' }).click();
  const isRed = async () => {
    await page.getByRole('heading', { name: /cart\.add\s*is\s*red/ }).waitFor();
    await page.locator('.event-sums b', { hasText: /^2$/ }).waitFor();
  };
  await isRed();
  await page.getByRole('slider', { name: 'Events over time' }).waitFor();
  await expectAccessible(page);
  await page.reload();
  await isRed();
  expect(new URL(page.url()).search).toBe('?event=cart.add&value=red');
  await page.getByRole('button', { name: 'All events' }).click();
  await page.locator('.event-sums b', { hasText: /^4$/ }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(complaints).toEqual([]);
});

test('the former address of the leaderboard leads to the pages of all time', async () => {
  const id = await givenReadSite();
  const { page, complaints } = await signedIn(`/sites/${id}/leaderboard`, PHONE);
  await page.waitForURL(`**/sites/${id}?period=all`);
  await page.getByRole('row', { name: /\/tea/ }).first().waitFor();
  expect(complaints).toEqual([]);
});

test('lists of all pages have the same columns and bars', async () => {
  const id = await givenReadSite();
  const columns = {
    '?compare=none': ['Page', 'Visitors', 'Views', 'Share'],
    '/journeys': ['Previous page', 'Views', 'Share'],
    '/events': ['Event', 'Events'],
  };
  const looks = new Set<string>();
  const { page } = await signedIn('/settings/keys');
  for (const [end, expected] of Object.entries(columns)) {
    await page.goto(`${server().url}/sites/${id}${end}`);
    const rows = page.locator('main table').filter({ has: page.locator('.bar') });
    // Of several lists on a page, any may be the first to be there.
    const list = rows.filter({ hasText: expected.join('') }).first();
    await list.waitFor();
    expect(await list.getByRole('columnheader').allTextContents()).toEqual(expected);
    looks.add(
      await list
        .locator('.bar-row:not(.on) .bar')
        .first()
        .evaluate(bar => {
          const { borderRadius, backgroundColor } = getComputedStyle(bar, '::before');
          return [bar.clientHeight, borderRadius, backgroundColor].join();
        }),
    );
  }
  expect([...looks]).toHaveLength(1);
});

test('the heat map is navigated with arrow keys and described in words, on desktop and phone', async () => {
  const id = await givenReadSite();
  for (const options of [{}, PHONE]) {
    const { page, complaints } = await signedIn(`/sites/${id}/hours?zone=utc`, options);
    await page.getByText(/^Busiest hour: /).waitFor();
    const cells = page.getByRole('gridcell');
    expect(await cells.count()).toBe(168);
    await cells.first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const said = await page.evaluate(() => document.activeElement?.textContent);
    expect(said).toMatch(/^Tuesday 01:00–02:00: \d+ pageviews?/);
    expect(await page.locator('.hours-details').textContent()).toStartWith('Tuesday 01:00–02:00');
    await expectUsable(page);
    expect(complaints).toEqual([]);
  }
});

test('the tracking code and the element that the page of events shows count a click', async () => {
  let html = '';
  const serve = () => new Response(html, { headers: { 'content-type': 'text/html' } });
  await using shop = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: serve });
  const url = `http://shop.example:${shop.port}`;
  const site = await server().given.site({ url });
  const { page } = await signedIn(`/sites/${site.id}/events`);
  await page.getByRole('button', { name: 'Copy tracking code' }).waitFor();
  html = `<!doctype html>${(await page.locator('.copy-box code').allTextContents()).join('')}`;
  const visitor = await signedOut(url, { userAgent: BROWSER });
  await visitor.page.getByRole('button', { name: 'Add to cart' }).click();
  await until(async () => {
    const { body } = await server().api('GET', `/sites/${site.id}/events`);
    return body.events.some(({ event }: { event: string }) => event === 'cart.add');
  });
  await page.reload();
  await page.getByRole('button', { name: /^cart.add/ }).waitFor();
});

test('every page of an empty site explains how to get data', async () => {
  const { id } = await server().given.site({ label: 'New' });
  const { page, complaints } = await signedIn(`/sites/${id}/journeys`, PHONE);
  const expected = {
    journeys: 'No journeys in this period',
    events: 'No events in this period',
    hours: 'No pageviews in this period',
    live: 'No activity in the last 24 hours',
  };
  for (const [end, words] of Object.entries(expected)) {
    await page.goto(`${server().url}/sites/${id}/${end}`);
    await page.getByText(words).first().waitFor();
    await expectNoSideScroll(page);
  }
  expect(complaints).toEqual([]);
});
