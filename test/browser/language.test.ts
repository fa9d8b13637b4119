/** The language of the pages, chosen in the settings. */
import { expect, test } from 'bun:test';
import { chooseRange, previousMonth } from '../../src/web/labels/fr/shell.tsx';
import { shareDashboard } from '../support/dashboard.ts';
import { until } from '../support/until.ts';

const { server, signedIn, signedOut } = shareDashboard();

test('a language is chosen in the account, stays, and gives way to that of the browser again', async () => {
  const { page, complaints } = await signedIn('/settings/account', { locale: 'fr-FR' });
  const language = () => page.locator('html').getAttribute('lang');
  const picker = page.locator('select').filter({ hasText: 'Deutsch' });
  const choose = async (value: string) => {
    const reloaded = page.waitForEvent('load');
    await picker.selectOption(value);
    await reloaded;
    await picker.waitFor();
  };
  await picker.waitFor();
  expect(await language()).toBe('fr');
  await choose('en');
  expect(await language()).toBe('en');
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await choose('');
  expect(await language()).toBe('fr');
  expect(complaints).toEqual([]);
});

test('the calendar has months and weekdays of the language', async () => {
  const site = await server().given.site();
  const { page } = await signedIn(`/sites/${site.id}/journeys`, { locale: 'fr-FR' });
  await page.locator('[data-shortcut=period]').click();
  await page.getByText(chooseRange).click();
  const calendar = page.locator('.calendar');
  await calendar.getByRole('button', { name: previousMonth }).waitFor();
  const month = new Intl.DateTimeFormat('fr', { month: 'long', year: 'numeric' }).format(new Date());
  expect(await calendar.textContent()).toContain(month);
  expect(await calendar.locator('th').first().textContent()).toBe('lu');
});

test('a refused sign-in is explained in the language of the page', async () => {
  const { page } = await signedOut('/login', { locale: 'fr-FR' });
  await page.getByLabel('E-mail').fill('nobody@example.org');
  await page.getByLabel('Mot de passe', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('E-mail ou mot de passe incorrect').waitFor();
});

test.each(['en-GB', 'de-DE', 'fr-FR'])(
  '%s: no tab of a site is cut off; on a phone the row fades out',
  async locale => {
    const site = await server().given.site();
    const { page } = await signedIn(`/sites/${site.id}/monitoring`, {
      locale,
      viewport: { width: 1440, height: 900 },
    });
    const tabs = page.locator('nav.tabs');
    const isCut = () => tabs.evaluate(nav => nav.scrollWidth > nav.clientWidth);
    for (const width of [1440, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      await until(async () => !(await isCut()));
      await tabs.getByRole('link').last().waitFor();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    // A busy browser lays the page out a little later.
    await until(isCut);
    const mask = () => tabs.evaluate(nav => getComputedStyle(nav).maskImage);
    await until(async () => (await mask()).includes('linear-gradient'));
  },
);
