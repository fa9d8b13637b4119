/** The page that people open every morning: with keys alone, while it moves, and as a link. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectSettled, pagesOf, shareBrowser } from '../support/dashboard.ts';
import { startFilledServer } from '../support/filled-dashboard.ts';
import { share } from '../support/share.ts';

const browser = shareBrowser();
const filled = share(startFilledServer);
const { signedIn } = pagesOf(browser, () => filled().server);

async function openMainView() {
  const { page } = await signedIn(`/sites/${filled().demo.id}`);
  await expectSettled(page);
  return page;
}

/** What has the focus, as it is called, and whether it looks any different for it. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | SVGElement;
    const looks = () =>
      [element, element.querySelector('path'), element.closest('.chart-plot')].flatMap(part =>
        part === null
          ? []
          : [undefined, '::before', '::after'].map(pseudo => {
              const { outline, boxShadow, stroke, strokeWidth } = getComputedStyle(part, pseudo);
              return `${outline} ${boxShadow} ${stroke} ${strokeWidth}`;
            }),
      );
    const focused = looks().join();
    element.blur();
    const blurred = looks().join();
    element.focus({ focusVisible: true } as FocusOptions);
    return {
      tag: element.tagName,
      name: element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '',
      isSeen: focused !== blurred,
    };
  });

test('the Tab key visits the whole page, with a visible focus, and leaves it at the end', async () => {
  const page = await openMainView();
  await page.keyboard.press('Tab');
  expect((await focus(page)).name).toBe('Skip to content');
  await page.keyboard.press('Enter');
  const seen: string[] = [];
  const unseen: string[] = [];
  for (let step = 0; step < 250; step++) {
    await page.keyboard.press('Tab');
    const now = await focus(page);
    if (now.tag === 'BODY') break;
    seen.push(now.name);
    if (!now.isSeen || now.name === '') unseen.push(`${now.tag}: ${now.name}`);
  }
  expect(unseen).toEqual([]);
  expect(seen).not.toContain('Skip to content');
  expect(seen).toEqual(expect.arrayContaining(['Add filter', '/', 'IP geolocation by DB-IP']));
  expect(seen.length).toBeLessThan(250);
});

test('filtering by a row, comparing with the previous year and clearing work by keyboard', async () => {
  const page = await openMainView();
  await page.getByRole('link', { name: '/products', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**?path=%2Fproducts');
  await page.keyboard.press('c');
  await page.getByRole('menuitem', { name: 'Previous year' }).waitFor();
  // Letters would have to follow each other within a second.
  for (let item = ''; item !== 'Previous year'; ) {
    await page.keyboard.press('ArrowDown');
    const focused = await page.waitForFunction(before => {
      const { textContent = '', role } = document.activeElement as HTMLElement;
      return role === 'menuitem' && textContent !== before && textContent;
    }, item);
    item = String(await focused.jsonValue());
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**?compare=previous_year&path=%2Fproducts');
  await page.getByRole('button', { name: 'Remove filter: Page is /products' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**?compare=previous_year');
  expect((await focus(page)).tag).not.toBe('BODY');
});

test('a link to a filtered view restores it', async () => {
  const page = await openMainView();
  await page.keyboard.press('3');
  await page.getByRole('link', { name: '/products', exact: true }).click();
  await page.waitForURL('**?period=7d&path=%2Fproducts');
  await page.getByRole('button', { name: /^Visitors/ }).click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('copy');
  await page.getByRole('option', { name: 'Copy link to this view' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Link copied').waitFor();
  await expectSettled(page);
  const figures = await page.locator('.figures').textContent();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await signedIn(new URL(link).pathname + new URL(link).search);
  await other.page.getByRole('button', { name: 'Page is /products', exact: true }).waitFor();
  await expectSettled(other.page);
  expect(await other.page.locator('.figures').textContent()).toBe(figures);
  await other.page.reload();
  await expectSettled(other.page);
  expect(await other.page.locator('.figures').textContent()).toBe(figures);
  expect(figures).not.toBe('');
});

test('the number of current visitors updates by itself', async () => {
  const { server } = filled();
  const { id } = await server.given.site({ label: 'Quiet' });
  const count = (visitor: string) => server.post(`/sites/${id}/hits`, { path: '/tea', visitor_id: visitor });
  await count('a');
  const { page, complaints } = await signedIn(`/sites/${id}`);
  await page.getByText('1 visitor now').waitFor();
  // News come once a second at most.
  server.clock.advance({ seconds: 2 });
  await count('b');
  await page.getByText('2 visitors now').waitFor();
  expect(complaints).toEqual([]);
});

test('figures follow while hits come in, with fewer readings than hits', async () => {
  const { server } = filled();
  const { id } = await server.given.site({ label: 'Busy' });
  const count = (visitor: string) => server.post(`/sites/${id}/hits`, { path: '/tea', visitor_id: visitor });
  await count('a');
  const { page } = await signedIn(`/sites/${id}`);
  await page.getByRole('button', { name: /^Visitors\s*1/ }).waitFor();
  // The stream has begun: what was stored before is news to nobody.
  await page.getByText('1 visitor now').waitFor();
  const readings: string[] = [];
  page.on('request', request => void (request.url().includes('/overview?') && readings.push(request.url())));
  const visitors = Array.from({ length: 20 }, (_, index) => `v${index}`);
  for (const visitor of visitors) await count(visitor);
  // Without the stream they would be read once a minute.
  await page.getByRole('button', { name: /^Visitors\s*21/ }).waitFor({ timeout: 40_000 });
  expect(readings.length).toBeGreaterThan(0);
  expect(readings.length).toBeLessThan(visitors.length / 2);
});

test.each([
  ['', 'device=Mobile', 'filters by Device: Mobile', 'Remove filter'],
  ['/events', 'not_hostname=', 'filters by Hostname:', 'Remove filter'],
  ['', 'goal=999', 'a goal that doesn’t exist', 'Show without goal'],
])('%s?%s: one message in place of the reports, and a way on', async (end, parameter, message, way) => {
  const path = `/sites/${filled().demo.id}${end}?period=7d`;
  const { page } = await signedIn(`${path}&${parameter}`);
  await page.getByText(message).waitFor();
  expect(await page.getByText('Couldn’t load this').count()).toBe(0);
  await page.getByRole('button', { name: way }).click();
  await page.waitForURL(`**${path}`);
  await page.getByRole('slider').waitFor();
});

test('while another period loads, the dates are those of the line that is drawn', async () => {
  const page = await openMainView();
  const week = Promise.withResolvers<void>();
  let isHeld = false;
  // A request can pass a route that a page is given after it has loaded.
  await page.route('**/hits?*group_by=date*', async route => {
    if (isHeld) await week.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole('slider').waitFor();
  const dates = () => page.locator('.chart-dates > span').first().textContent();
  const before = await dates();
  isHeld = true;
  await page.keyboard.press('3');
  await page.locator('.chart-room.stale').waitFor();
  expect(await dates()).toBe(before);
  week.resolve();
  await page.locator('.chart-room:not(.stale)').waitFor();
  expect(await dates()).not.toBe(before);
});
