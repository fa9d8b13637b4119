/** The language of the pages, chosen in the settings. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { openSignedIn, shareBrowser, shareDashboardServer } from '../support/dashboard.ts';

setDefaultTimeout(120_000);

const browser = shareBrowser();
const server = shareDashboardServer();

test('a language is chosen in the account, stays, and gives way to that of the browser again', async () => {
  await using opened = await openSignedIn(browser(), server(), '/settings/account', { locale: 'fr-FR' });
  const { page, complaints } = opened;
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
