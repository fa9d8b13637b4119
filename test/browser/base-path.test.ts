/** The dashboard below a path of a host that has other programs too, behind a proxy with TLS. */
import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { expectSettled, pagesOf, shareBrowser } from '../support/dashboard.ts';
import { startFilledServer } from '../support/filled-dashboard.ts';
import { share } from '../support/share.ts';
import { startTlsProxy } from '../support/tls-proxy.ts';

const browser = shareBrowser();
const proxy = share(startTlsProxy);
const filled = share(() =>
  startFilledServer({
    settings: { FOOTFALL_BASE_URL: `${proxy().url}/tools/stats`, FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' },
  }),
);

/** Opens a page below the path, and notes what it asks for outside of it. */
async function openBelow(path: string) {
  proxy().forwardTo(filled().server.url);
  const base = `${proxy().url}/tools/stats`;
  const opened = await pagesOf(browser, proxy).signedOut(`${base}${path}`);
  const outside: string[] = [];
  opened.page.on('request', request => {
    const url = request.url();
    if (!url.startsWith(`${base}/`) && url !== base && !url.startsWith('data:')) outside.push(url);
  });
  return { ...opened, base, outside };
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('signing in and every page work below the path, and ask for nothing outside of it', async () => {
  const { page, base, outside, complaints } = await openBelow('/settings/keys');
  // The way back to the page that was asked for.
  await page.waitForURL(`${base}/login?next=%2Fsettings%2Fkeys`);
  await signIn(page);
  await page.waitForURL(`${base}/settings/keys`);
  complaints.length = 0;

  const site = `/sites/${filled().demo.id}`;
  const parts = ['', '/live', '/journeys', '/events', '/hours', '/monitoring', '/log', '/insights'];
  const settings = ['', '/snippet', '/public', '/ignoring', '/spam', '/privacy', '/imports', '/data'];
  const paths = [
    '/',
    '',
    ...parts.map(part => site + part),
    ...settings.map(part => `${site}/settings${part}`),
    ...['account', 'reports', 'keys', 'webhooks', 'team'].map(part => `/settings/${part}`),
    '/operator',
    '/docs',
    '/docs/api',
  ];
  for (const path of paths) {
    await page.goto(base + path);
    if (!path.startsWith('/docs')) await expectSettled(page);
    const links = await page
      .locator('a[href^="/"], img[src^="/"], use[href^="/"]')
      .evaluateAll(all => all.map(each => each.getAttribute('href') ?? each.getAttribute('src') ?? ''));
    expect([path, links.filter(link => !/^\/tools\/stats(\/|\?|$)/.test(link))]).toEqual([path, []]);
  }
  expect([outside, complaints]).toEqual([[], []]);
});

test('links within the dashboard, the snippet, the palette, a second language and signing out stay below the path', async () => {
  const { page, base, outside, context } = await openBelow('/login');
  await signIn(page);
  await page.waitForURL(`${base}/`);
  await page.goto(`${base}/sites/${filled().demo.id}/settings/snippet`);
  await page.getByText(`src="${base}/embed/`).first().waitFor();
  await page.getByText(`script-src ${proxy().url};`).first().waitFor();
  await page.locator('a.brand').click();
  await page.waitForURL(`${base}/`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('webhooks');
  await page.getByRole('option', { name: 'Webhooks' }).first().click();
  await page.waitForURL(url => /^\/tools\/stats\/.+\/webhooks$/.test(url.pathname));
  await page.goto(`${base}/settings/account`);
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('heading', { name: 'Konto' }).first().waitFor();
  const cookies = await context.cookies();
  expect(cookies.map(({ path }) => path)).toEqual(cookies.map(() => '/tools/stats'));
  const signOut = () => fetch('/tools/stats/session', { method: 'DELETE' }).then(({ status }) => status);
  expect(await page.evaluate(signOut)).toBe(200);
  await page.goto(`${base}/settings/keys`);
  await page.waitForURL(`${base}/login?next=%2Fsettings%2Fkeys`);
  expect(outside).toEqual([]);
});

test('the public page of a site, alone and in a frame, and an address without a page', async () => {
  const { page, base, outside, complaints } = await openBelow(`/public/${filled().demo.uid}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expectSettled(page);
  expect(complaints).toEqual([]);
  await page.goto(`${base}/nothing/here`);
  await page.waitForURL(`${base}/login?next=%2Fnothing%2Fhere`);
  expect(outside).toEqual([]);
});
