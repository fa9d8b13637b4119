import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectAccessible, expectUsable, HOSTILE, shareDashboard } from '../support/dashboard.ts';
import { aMember } from '../support/shared-server.ts';

const { server, signedIn } = shareDashboard();
let siteId: number;
beforeAll(async () => {
  siteId = (await server().given.site({ label: 'The shop', url: 'https://shop.example' })).id;
  await server().given.site({ label: HOSTILE, url: 'https://elsewhere.example' });
  const hits = [{ path: '/tea', visitor_id: 'a' }];
  await server().post(`/sites/${siteId}/hits/batch`, hits);
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Search sites, pages and actions' });
const search = (page: Page) => new URL(page.url()).search;

async function openSite(options = {}) {
  const opened = await signedIn(`/sites/${siteId}`, options);
  await opened.page.getByRole('button', { name: /^Period/ }).waitFor();
  return opened;
}

test('a site is found by a few letters and opened by Enter, with the current period', async () => {
  const { page, complaints } = await openSite();
  await page.keyboard.press('3');
  await page.waitForURL('**?period=7d');
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type('elsewh');
  await page.getByRole('option', { name: '‹U+202E›gnp' }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: '‹U+202E›gnp' }).waitFor();
  expect(search(page)).toBe('?period=7d');
  expect(complaints).toEqual([]);
});

test('a page of a site is found by what it shows', async () => {
  const { page } = await openSite();
  await page.keyboard.press('Control+k');
  await field(page).fill('uptime');
  await page.getByRole('group', { name: 'This site' }).getByRole('option', { name: 'Monitoring' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/monitoring');
});

test('the palette runs the actions of a page, and returns the focus', async () => {
  const { page } = await openSite();
  await page.getByRole('button', { name: 'Search' }).click();
  await field(page).fill('copy');
  await page.keyboard.press('Enter');
  await page.getByText('Link copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.keyboard.press('/');
  await field(page).fill('add fil');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add filter' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await field(page).fill('dark');
  await page.keyboard.press('Enter');
  await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
  await page.reload();
  await page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' });
  await page.keyboard.press('Control+k');
  await field(page).fill('System theme');
  await page.keyboard.press('Enter');
  await page.locator('html:not([data-theme])').waitFor({ state: 'attached' });
});

test('text typed before the palette has loaded is kept', async () => {
  const { page } = await openSite({ isFresh: true });
  const { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(/\.js$/, async route => {
    await isLet;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gs else');
  letThrough();
  await field(page).waitFor();
  expect(await field(page).inputValue()).toBe('gs else');
  expect(new URL(page.url()).pathname).toBe(`/sites/${siteId}`);
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
});

test('shortcuts choose periods, open menus and go to pages', async () => {
  const { page } = await openSite();
  await page.keyboard.press('1');
  await page.waitForURL('**?period=today');
  await page.keyboard.press('p');
  await page.waitForURL('**?period=yesterday');
  await page.keyboard.press('c');
  await page.getByRole('menuitem', { name: 'No comparison' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menuitem', { name: 'No comparison' }).waitFor({ state: 'detached' });
  await page.keyboard.press('f');
  await page.getByRole('dialog', { name: 'Add filter' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Add filter' }).waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.waitForURL(`**/sites/${siteId}/live?period=yesterday`);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.waitForURL(`${server().url}/`);
});

test('shortcuts are inactive in text fields, with a modifier key, and when turned off', async () => {
  const { page } = await openSite();
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Country' }).click();
  await page.getByLabel('Search Country').pressSequentially('g1s?');
  expect([search(page), await page.getByLabel('Search Country').inputValue()]).toEqual(['', 'g1s?']);
  await page.keyboard.press('Escape');
  await page.getByLabel('Search Country').waitFor({ state: 'detached' });
  for (const keys of ['Control+1', 'Alt+2', 'Meta+3']) await page.keyboard.press(keys);
  expect(search(page)).toBe('');

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.waitFor();
  await expectAccessible(page);
  await sheet.getByRole('checkbox').click();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: /^Period/ }).waitFor();
  for (const key of ['3', '?', '/']) await page.keyboard.press(key);
  await page.keyboard.press('Control+k');
  await field(page).fill('shortcuts');
  await page.keyboard.press('Enter');
  await sheet.waitFor();
  expect(search(page)).toBe('');
});

test('the palette and the shortcut sheet fit on a phone in the dark theme', async () => {
  const { page, complaints } = await openSite({
    viewport: { width: 390, height: 700 },
    hasTouch: true,
    colorScheme: 'dark',
  });
  await page.getByRole('button', { name: 'Search' }).tap();
  await page.getByRole('option', { name: 'Journeys' }).waitFor();
  await expectUsable(page);
  await field(page).fill('shortcuts');
  await page.getByRole('option', { name: 'Keyboard shortcuts' }).tap();
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectUsable(page);
  expect(complaints).toEqual([]);
});

test('a viewer of a team finds its sites, but no actions that the server would refuse', async () => {
  const viewer = await aMember(server(), 'viewer');
  const { page } = await signedIn(`/team/${server().owner.id}/sites/${siteId}`, { email: viewer.email });
  await page.getByRole('button', { name: /^Period/ }).waitFor();
  await page.keyboard.press('/');
  await field(page).fill('settings of the site');
  await page.getByText('No results').waitFor();
  await field(page).fill('server');
  await page.getByRole('option', { name: 'Health, logs and metrics' }).waitFor();
  expect(await page.getByRole('option', { name: 'Server', exact: true }).count()).toBe(0);
  await field(page).fill('elsewhere');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/team/${server().owner.id}/sites/*`);
});
