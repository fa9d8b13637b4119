/** The documentation as people see it: at a desk and on a phone, by day and by night. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { DOC_PAGES } from '../../src/features/docs/contents.ts';
import { expectAccessible, expectWholeNumbers, shareDashboard } from '../support/dashboard.ts';

const { server, signedOut } = shareDashboard();

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const ADDRESSES = ['/docs', ...DOC_PAGES.map(({ name }) => `/docs/${name}`)];

test.each(['/docs', '/docs/webhooks'])('%s has no serious accessibility violations', async address => {
  const { page, complaints } = await signedOut(address);
  for (const viewport of [DESK, PHONE]) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, ['color-contrast']);
  }
  expect(complaints).toEqual([]);
});

test('the API reference has no serious accessibility violations', async () => {
  const { page } = await signedOut('/docs/api', { viewport: PHONE });
  // All sections are made alike, and a look at hundreds of them takes long.
  await page.evaluate(() => {
    for (const section of [...document.querySelectorAll('.operation')].slice(6)) section.remove();
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await expectAccessible(page);
});

test('pages make no third-party requests; on a phone they do not scroll sideways, and break no number', async () => {
  const { page } = await signedOut('about:blank', { viewport: PHONE });
  const requests: string[] = [];
  page.on('request', request => requests.push(request.url()));
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
  const desk = await signedOut('/docs/snippet', { javaScriptEnabled: false });
  const link = (page: Page) =>
    page.getByRole('navigation', { name: 'Documentation' }).getByRole('link', { name: 'Webhooks' });
  expect(await link(desk.page).count()).toBe(1);
  await link(desk.page).click();
  expect(new URL(desk.page.url()).pathname).toBe('/docs/webhooks');
  const phone = await signedOut('/docs/snippet', { viewport: PHONE, javaScriptEnabled: false });
  expect(await link(phone.page).count()).toBe(0);
  await phone.page.getByText('Contents', { exact: true }).click();
  expect(await link(phone.page).isVisible()).toBe(true);
});

test('the header has a search, which needs no script, and a way back to the dashboard', async () => {
  for (const viewport of [DESK, PHONE]) {
    const { page, complaints } = await signedOut('/docs/snippet', { viewport });
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('pixel');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Results for “pixel”' }).waitFor();
    await expectAccessible(page);
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
  const { page } = await signedOut('/docs/snippet');
  await page.keyboard.press('Tab');
  expect(await page.locator(':focus').textContent()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).hash).toBe('#main-text');
  expect(await page.locator('main').evaluate(main => main === document.activeElement)).toBe(true);
});
