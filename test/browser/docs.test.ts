/** The documentation as people see it: at a desk and on a phone, by day and by night. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { DOC_PAGES } from '../../src/features/docs/contents.ts';
import { expectWholeNumbers, shareBrowser } from '../support/dashboard.ts';
import { shareServer } from '../support/shared-server.ts';

setDefaultTimeout(300_000);

const server = shareServer();
const browser = shareBrowser();

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const ADDRESSES = ['/docs', ...DOC_PAGES.map(({ name }) => `/docs/${name}`)];

/** A page in a fresh profile, with its console messages and the addresses it requested. */
async function open(
  address: string,
  { viewport = DESK, colorScheme = 'light' as 'light' | 'dark', javaScriptEnabled = true } = {},
) {
  const context = await browser().newContext({
    viewport,
    colorScheme,
    javaScriptEnabled,
    // Only the test's own tools need it: the pages have no script.
    bypassCSP: true,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  page.on('request', request => requests.push(request.url()));
  await page.goto(server().url + address);
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}

/** What axe finds serious or worse. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself into the page's window
    const { violations } = await (window as any).axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html}`);
  });
}

for (const [viewport, colorScheme] of [
  [DESK, 'light'],
  [DESK, 'dark'],
  [PHONE, 'light'],
  [PHONE, 'dark'],
] as const) {
  test(`pages have no serious accessibility violations, ${viewport.width} pixels, ${colorScheme}`, async () => {
    await using opened = await open('/docs', { viewport, colorScheme });
    const { page, complaints } = opened;
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${server().url}/docs/webhooks`);
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
}

test('the API reference has no serious accessibility violations', async () => {
  await using opened = await open('/docs/api', { viewport: PHONE });
  // All sections are made alike, and a look at hundreds of them takes long.
  await opened.page.evaluate(() => {
    for (const section of [...document.querySelectorAll('.operation')].slice(6)) section.remove();
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  expect(await faultsOf(opened.page)).toEqual([]);
});

test('pages make no third-party requests; on a phone they do not scroll sideways, and break no number', async () => {
  await using opened = await open('/docs', { viewport: PHONE });
  const { page, requests } = opened;
  for (const address of ADDRESSES) {
    await page.goto(server().url + address);
    expect(requests.filter(url => !url.startsWith(`${server().url}/docs`))).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([address, overflow]).toEqual([address, 0]);
    const wide = await page.evaluate(
      () =>
        [...document.querySelectorAll('pre, table')].filter(each => each.scrollWidth > each.clientWidth)
          .length,
    );
    expect([address, wide]).toEqual([address, 0]);
    await expectWholeNumbers(page);
  }
});

test('the table of contents is open on a desktop and collapsed on a phone, without a script', async () => {
  await using desk = await open('/docs/snippet', { javaScriptEnabled: false });
  const link = (page: Page) =>
    page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Webhooks' });
  expect(await link(desk.page).count()).toBe(1);
  await link(desk.page).click();
  expect(new URL(desk.page.url()).pathname).toBe('/docs/webhooks');
  await using phone = await open('/docs/snippet', { viewport: PHONE, javaScriptEnabled: false });
  expect(await link(phone.page).count()).toBe(0);
  await phone.page.getByText('Contents', { exact: true }).click();
  expect(await link(phone.page).isVisible()).toBe(true);
});

test('the header has a search, which needs no script, and a way back to the dashboard', async () => {
  for (const viewport of [DESK, PHONE]) {
    await using opened = await open('/docs/snippet', { viewport });
    const { page, complaints } = opened;
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('pixel');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for “pixel”' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.getByRole('main').getByRole('link').first().click();
    expect(new URL(page.url()).pathname).toStartWith('/docs/');
    expect(await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe(
      '/',
    );
    expect(complaints).toEqual([]);
  }
});

test('the first focus stop skips the table of contents', async () => {
  await using opened = await open('/docs/snippet');
  const { page } = opened;
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).hash).toBe('#main-text');
  expect(await page.locator('main').evaluate(main => main === document.activeElement)).toBe(true);
});
