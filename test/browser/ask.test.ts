/** Questions in the search: what is read, with its figure, and the page behind it. */
import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible, expectUsable, shareDashboard } from '../support/dashboard.ts';

const { server, signedIn } = shareDashboard();
let siteId: number;
beforeAll(async () => {
  siteId = (await server().given.site({ label: 'The shop', url: 'https://shop.example' })).id;
  await server().given.site({ label: 'Journal', url: 'https://journal.example' });
  const google = { referrer: 'https://www.google.com/', country: 'DE' };
  const hits = [
    { path: '/tea', visitor_id: 'a', ...google },
    { path: '/tea/green-leaves', visitor_id: 'a', ...google },
    { path: '/tea', visitor_id: 'b', ...google },
    { path: '/tea', visitor_id: 'c', country: 'FR' },
  ];
  await server().post(`/sites/${siteId}/hits/batch`, hits);
});

async function ask(page: Page, question: string) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(question);
}
const answers = (page: Page) =>
  page.getByRole('group', { name: 'Answers' }).getByRole('option').allTextContents();

async function openSite(options = {}) {
  const opened = await signedIn(`/sites/${siteId}`, options);
  await opened.page.getByRole('button', { name: /^Period/ }).waitFor();
  return opened;
}

test('a question is answered in the list, and Enter opens the page with its filters and period', async () => {
  const { page, complaints } = await openSite();
  await ask(page, 'google germany today');
  await page.getByRole('option', { name: /google\.com · Germany · Today.*2$/ }).waitFor();
  await page.getByRole('option', { name: /Google · Germany · Today.*2$/ }).waitFor();
  expect(await answers(page)).toEqual([
    'Visitors · Google · Germany · TodaySource · Country2',
    'Visitors · google.com · Germany · TodayReferrer · Country2',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.waitForURL('**?period=today&source=Google&country=DE');
  await page.getByRole('button', { name: /Visitors\s*2/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('a part of an address is found among the pages of the site; a period alone keeps the filters', async () => {
  const { page } = await openSite();
  await ask(page, 'green leaves');
  await page.getByRole('option', { name: /Visitors · \/tea\/green-leaves · Last 30 days.*1$/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**?path=%2Ftea%2Fgreen-leaves');
  await ask(page, 'yesterday');
  await page.getByRole('option', { name: /Visitors · \/tea\/green-leaves · Yesterday.*0$/ }).waitFor();
});

test('away from a site its name says which is asked about', async () => {
  const { page } = await signedIn('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await ask(page, 'shop.example france');
  await page.getByRole('option', { name: /The shop · Visitors · France · Last 30 days.*1$/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/sites/${siteId}?country=FR`);
});

test('what nobody asked for has no answer', async () => {
  const { page, complaints } = await openSite();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox');
  for (const text of ['flurble', '.*(', '<b onclick=alert(1)>', '\u202egermany', 'x'.repeat(200)]) {
    await field.fill(text);
    await page.getByText('No results').waitFor();
    await field.fill('france');
    await page.getByRole('option', { name: /France/ }).waitFor();
  }
  expect(complaints).toEqual([]);
});

test('a question that is typed over is not asked any further', async () => {
  const { page } = await openSite();
  const isAsked = (url: string) => url.includes('/overview') && url.includes('country=');
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(
    url => isAsked(url.href) && url.href.includes('country=DE'),
    async route => {
      await held;
      await route.continue().catch(() => {});
    },
  );
  const cancelled = page.waitForEvent('requestfailed', request => isAsked(request.url()));
  const asked = page.waitForRequest(request => isAsked(request.url()));
  await ask(page, 'germany');
  await asked;
  await page.getByRole('combobox').fill('france');
  expect((await cancelled).url()).toContain('country=DE');
  letGo();
  await page.getByRole('option', { name: /France.*1$/ }).waitFor();
});

test('pages of the documentation are found, by what they are about', async () => {
  const { page } = await openSite();
  await ask(page, 'recovery');
  await page.getByRole('option', { name: 'Backup and recovery' }).click();
  await page.waitForURL('**/docs/backup');
});

test('an answer fits on a phone in the dark theme', async () => {
  const { page } = await openSite({
    viewport: { width: 390, height: 700 },
    hasTouch: true,
    colorScheme: 'dark',
  });
  await page.getByRole('button', { name: 'Search' }).tap();
  await page.getByRole('combobox').fill('google germany /tea/green-leaves last 12 months');
  await page
    .getByRole('option', { name: /Last 12 months.*1$/ })
    .first()
    .waitFor();
  await expectUsable(page);
});
