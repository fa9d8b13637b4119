import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import {
  button,
  expectUsable,
  expectUsableOnPhoneToo,
  HOSTILE,
  PHONE,
  shareDashboard,
} from '../support/dashboard.ts';
import { until } from '../support/until.ts';

const { server, signedIn } = shareDashboard({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' } });

const openSettings = async (fields: Record<string, unknown> = {}, part = '') => {
  const site = await server().given.site({ label: 'Shop', ...fields });
  return { site, ...(await signedIn(`/sites/${site.id}/settings${part}`)) };
};
const settingsOf = async (id: number) => (await server().get(`/sites/${id}/settings`)).settings;
const saved = (page: Page) => page.getByText('Saved', { exact: true }).first().waitFor();

test('unsaved changes are indicated, and leaving asks for confirmation', async () => {
  const { site, page, complaints } = await openSettings();
  await page.getByLabel('Name').fill('The shop');
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('link', { name: 'Referrer spam' }).click();
  await page.getByRole('heading', { name: 'Leave without saving?' }).waitFor();
  await button(page, 'Cancel').click();
  expect(new URL(page.url()).pathname).toBe(`/sites/${site.id}/settings`);
  expect(await page.getByLabel('Name').inputValue()).toBe('The shop');
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'The shop' }).waitFor();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await page.getByLabel('Name').fill('Another');
  await page.getByRole('link', { name: 'Referrer spam' }).click();
  await button(page, 'Leave without saving').click();
  await page.getByRole('heading', { name: 'Spam filter' }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('input')?.value === 'The shop');
  expect(complaints).toEqual([]);
});

test('what is edited while a save is on its way is not lost', async () => {
  const { page, complaints } = await openSettings();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/**', async route => {
    if (route.request().method() === 'PATCH') await held.promise;
    await route.continue();
  });
  await page.getByLabel('Name').fill('The shop');
  await button(page, 'Save').click();
  await page.getByLabel('Name').fill('The tea shop');
  held.resolve();
  await page.getByRole('heading', { name: 'The shop' }).waitFor();
  await saved(page);
  await page.getByText('Unsaved changes').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('The tea shop');
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'The tea shop' }).waitFor();
  expect(complaints).toEqual([]);
});

test('errors of the server stay on the page, at their field', async () => {
  const { page } = await openSettings();
  await page.getByLabel('Address').fill('ftp://shop.example');
  await button(page, 'Save').click();
  await page.getByText(/Enter your site’s address/).waitFor();
  expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
  await button(page, 'Discard').click();
  expect(await page.getByLabel('Address').inputValue()).toBe('https://shop.example');
});

test('a site gets a time zone, whose days its pages show until another is chosen', async () => {
  const { site, page, complaints } = await openSettings();
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  const choose = async (typed: string, name: string) => {
    await zone.fill(typed);
    await page.getByRole('option', { name }).click();
    await button(page, 'Save').click();
    await saved(page);
  };
  expect(await zone.inputValue()).toBe('Account’s time zone (UTC)');
  await choose('new york', 'America / New York');
  expect((await settingsOf(site.id)).time_zone).toBe('America/New_York');
  await server().given.hits(site.id, [{ path: '/' }]);
  const chooseZone = async (item: string) => {
    await page.getByRole('button', { name: /^Period: / }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  for (const [mode, query, open] of [
    ['site', '', () => page.goto(`${server().url}/sites/${site.id}`)],
    ['utc', '?zone=utc', () => chooseZone('UTC')],
  ] as const) {
    const asked = page.waitForRequest(new RegExp(`/overview\\?.*time_zone=${mode}`));
    await open();
    await page.waitForURL(`**/sites/${site.id}${query}`);
    await asked;
  }
  await chooseZone('Site’s time zone: America / New York');
  await page.waitForURL(`**/sites/${site.id}`);
  await page.goto(`${server().url}/sites/${site.id}/settings`);
  await choose('account', 'Account’s time zone (UTC)');
  expect((await settingsOf(site.id)).time_zone).toBeNull();
  expect(complaints).toEqual([]);
});

test('monitoring toggles are saved at once', async () => {
  const { site, page } = await openSettings();
  await page.getByLabel('Insights').click();
  await saved(page);
  expect((await settingsOf(site.id)).insights_enabled).toBe(false);
});

test('the snippet follows its options', async () => {
  const { site, page, complaints } = await openSettings({ public: true }, '/snippet');
  await page.getByLabel('Pageviews').selectOption('unique');
  await page.getByLabel('Track clicks as events').check();
  await button(page, 'Copy tracking code').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(
    `<script defer src="${server().url}/embed/${site.uid}.js?hits=unique&events"></script>`,
  );
  await button(page, 'Copy elements').click();
  expect(await copied()).toContain('<span class="footfall_hits"></span>');
  expect(complaints).toEqual([]);
});

test('sections of the public page are chosen, and its address and badges are shown', async () => {
  const { site, page, complaints } = await openSettings({}, '/public');
  await page.getByLabel(/Make stats public/).check();
  await page.getByLabel('Countries').uncheck();
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'Badges' }).waitFor();
  expect((await settingsOf(site.id)).public_page.sections).not.toContain('countries');
  await page.getByAltText('Badge with pageviews').waitFor();
  await page.getByText('.svg?label=pageviews').waitFor();
  expect(await page.getByText(`${server().url}/public/${site.uid}`, { exact: true }).count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('the address that one has is excluded with a click', async () => {
  const site = await server().given.site();
  const { page } = await signedIn(`/sites/${site.id}/settings/ignoring`, {
    extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' },
  });
  await page.getByText('Your address is 203.0.113.7.').waitFor();
  await button(page, 'Exclude my address').click();
  await button(page, 'Save').click();
  await saved(page);
  expect((await settingsOf(site.id)).ignore_rules.ip_ranges).toEqual(['203.0.113.7']);
  await page.reload();
  await page.getByRole('textbox', { name: 'IP addresses' }).waitFor();
  expect(await page.getByText('Your address is').count()).toBe(0);
});

test('an invalid rule is reported with its line, and visits are tested against the others', async () => {
  const { site, page } = await openSettings({}, '/ignoring');
  const addresses = page.getByRole('textbox', { name: 'IP addresses' });
  await page.getByRole('textbox', { name: 'Paths' }).fill('/admin/*\n\n/old');
  await addresses.fill('203.0.113.0/24\nhome');
  await button(page, 'Save').click();
  await page.getByText(/^Line 2 must/).waitFor();
  expect(await addresses.getAttribute('aria-invalid')).toBe('true');
  await addresses.fill('203.0.113.0/24');
  await button(page, 'Save').click();
  await saved(page);
  expect((await settingsOf(site.id)).ignore_rules).toMatchObject({
    paths: ['/admin/*', '/old'],
    ip_ranges: ['203.0.113.0/24'],
  });
  await page.getByLabel('Path', { exact: true }).fill('/admin/login');
  await button(page, 'Test').click();
  await page.getByText('Excluded: Paths matches').waitFor();
  await page.getByLabel('Path', { exact: true }).fill('/tea');
  await button(page, 'Test').click();
  await page.getByText('Counted', { exact: true }).waitFor();
  await page.getByLabel('User agent', { exact: true }).fill('curl/8.0');
  await button(page, 'Test').click();
  await page.getByText('Excluded: a bot: "curl" in the user agent').waitFor();
  await expectUsableOnPhoneToo(page, 'ignore-test');
});

test('spam hits show their reason; some are restored, the rest is deleted', async () => {
  const { site, page, complaints } = await openSettings({}, '/privacy');
  const settings = { spam_hosts: ['spam.example'] };
  await server().patch(`/sites/${site.id}/settings`, settings);
  for (const path of ['/a', '/b', `/${HOSTILE}`]) {
    const body = { path, referrer: `https://spam.example/${path}` };
    await server().post(`/sites/${site.id}/hits`, body);
  }
  await page.getByRole('link', { name: 'Referrer spam' }).click();
  await page.getByText('3 pageviews').waitFor();
  expect(await page.locator('.spam-row').first().textContent()).toContain('<img src=x');
  await page.getByRole('checkbox', { name: 'spam.example//a' }).check();
  await button(page, 'Restore 1 pageview').click();
  await page.getByText('1 pageview restored').waitFor();
  await button(page, 'Delete all 2').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete all 2' }).click();
  await page.getByText('Quarantine is empty').waitFor();
  expect((await server().get(`/sites/${site.id}`)).lifetime_hits).toBe(1);
  expect(complaints).toEqual([]);
});

test('a shorter retention shows what is removed, and asks for confirmation', async () => {
  const { site, page } = await openSettings({}, '/privacy');
  server().clock.advance({ days: -200 });
  await server().post(`/sites/${site.id}/hits`, { path: '/old' });
  server().clock.advance({ days: 200 });
  await server().post(`/sites/${site.id}/hits`, { path: '/new' });
  await page.reload();
  await page.getByLabel('Keep data').selectOption('90');
  await page.getByText('1 of 2 pageviews').waitFor();
  await button(page, 'Save').click();
  await button(page, 'Cancel').click();
  expect((await settingsOf(site.id)).retention_days).toBeNull();
  await button(page, 'Save').click();
  await button(page, 'Save and delete tonight').click();
  await saved(page);
  expect((await settingsOf(site.id)).retention_days).toBe(90);
});

test('additional domains are saved, and a wrong one is named by its line', async () => {
  const { site, page } = await openSettings({ url: 'https://shop.example' }, '');
  await page.getByLabel('Additional domains').fill('blog.shop.example\nlocalhost');
  await button(page, 'Save').first().click();
  await page.getByText(/line 2/i).waitFor();
  await page.getByLabel('Additional domains').fill('blog.shop.example\n*.help.example');
  await button(page, 'Save').first().click();
  await saved(page);
  expect((await settingsOf(site.id)).hosts).toEqual(['blog.shop.example', '*.help.example']);
});

test('a viewer sees the snippet, and no actions that the server would refuse', async () => {
  const site = await server().given.site();
  const viewer = await server().given.user('viewer@example.org', 'none');
  server().services.access.accounts.putMember(server().owner.id, viewer.id, 'viewer');
  const path = `/team/${server().owner.id}/sites/${site.id}/settings`;
  const { page, complaints } = await signedIn(path, { email: viewer.email });
  await page.getByRole('heading', { name: 'Tracking code' }).waitFor();
  expect(await page.getByRole('link', { name: 'Data' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('every part is accessible', async () => {
  const site = await server().given.site({ public: true });
  const path = `/sites/${site.id}/settings`;
  const { page, complaints } = await signedIn(path, PHONE);
  for (const part of [
    'General',
    'Tracking code',
    'Public stats',
    'Exclusions',
    'Spam',
    'Privacy',
    'Imports',
    'Data',
  ]) {
    const link = page
      .getByRole('navigation', { name: 'Settings of this site' })
      .getByRole('link', { name: part });
    await link.click();
    await page.locator('.parts-list [aria-current]', { hasText: part }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectUsable(page);
  }
  expect(complaints).toEqual([]);
});

test('page rules are tried on all pages so far, suggested, and saved', async () => {
  const { site, page, complaints } = await openSettings({}, '/pages');
  await page.getByText('No pages to combine').waitFor();
  await server().given.hits(site.id, [
    ...[{ path: '/tea' }, { path: '/tea' }, { path: '/tea/' }, { path: '/Cake' }],
    ...Array.from({ length: 21 }, (_, index) => ({ path: `/${index}${HOSTILE.slice(0, 20)}` })),
    ...Array.from({ length: 21 }, (_, index) => ({ path: `/user/${index}/orders` })),
  ]);
  await page.reload();
  const rowOf = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await rowOf('/user/*/orders').getByRole('button', { name: 'Add rule' }).click();
  await rowOf('slash at the end').getByRole('button', { name: 'Add rule' }).click();
  await page.getByText('45 pages so far would become 24').waitFor();
  await page.getByLabel('Combine pages').fill('/user/*/orders → /user/:id/orders\n/** → /x');
  await button(page, 'Save').click();
  await page
    .getByText(/would make one page of all/)
    .first()
    .waitFor();
  await page.getByLabel('Combine pages').fill('/user/*/orders -> /user/:id/orders');
  await page.getByLabel('Parameters that make a page').fill('p id, p');
  await button(page, 'Save').click();
  await saved(page);
  expect((await server().get(`/sites/${site.id}/page_rules`)).rules).toEqual([
    { kind: 'trailing_slash', to: 'none' },
    { kind: 'replace', pattern: '/user/*/orders', with: '/user/:id/orders' },
    { kind: 'query', keep: ['p', 'id'] },
  ]);
  await expectUsableOnPhoneToo(page, 'page-rules');
  // Of the rule that was refused.
  expect(complaints.filter(text => !text.includes('422'))).toEqual([]);
});

test('pageviews are removed by the filters of the address, listed, and brought back', async () => {
  const { id } = await server().given.site({ label: 'Shop' });
  await server().given.hits(id, [
    { path: '/a', visitor_id: 'ann', referrer: `https://spam.example/${HOSTILE}` },
    { path: '/b', visitor_id: 'bob', referrer: 'https://spam.example/' },
    { path: '/b', visitor_id: 'bob' },
  ]);
  const hits = async () => (await server().get(`/sites/${id}/hits`)).pagination.total_count;
  const { page, complaints } = await signedIn(`/sites/${id}/settings/data`);
  await page.getByText('No changes yet', { exact: true }).waitFor();
  await page.getByText('Add a filter or a date').waitFor();
  await page.getByRole('button', { name: 'Add filter' }).click();
  await page.getByRole('button', { name: 'Referrer', exact: true }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('spam.example');
  await page.keyboard.press('Enter');
  await page.getByText('2 pageviews by 2 visitors on 1 day').waitFor();
  await page.getByLabel('Remove matching events, too').check();
  await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
  // The count is from before the change, and the list, which is requested at the same time, from after it.
  let isDone = false;
  await page.route(
    url => url.pathname.endsWith('/changes'),
    async route => {
      const request = route.request();
      const isCount = request.method() === 'POST' && request.postDataJSON().dry_run === true;
      if (isDone || (request.method() === 'POST' && !isCount)) return route.continue();
      if (isCount) return route.fulfill({ json: { hits: 2, events: 0, visitors: 2, days: 1 } });
      await until(async () => (await hits()) === 1);
      isDone = true;
      return route.continue();
    },
  );
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '2 pageviews' });
  await row.getByText('Removed', { exact: true }).waitFor();
  await page.getByText('Nothing matches.').waitFor();
  expect(await hits()).toBe(1);
  await expectUsableOnPhoneToo(page, 'removals');
  await row.getByRole('button', { name: 'Undo: 2 pageviews' }).click();
  await row.getByText('Undone', { exact: true }).waitFor();
  expect(await hits()).toBe(3);
  await page.goto(`${server().url}/sites/${id}/settings/data?entry_page=%2Fa&bot_sign=one_page`);
  await page.getByText('Filters by entry page and sign of a bot can’t be used here.').waitFor();
  expect(complaints).toEqual([]);
});

test('what was counted before it was excluded is removed', async () => {
  const { id } = await server().given.site({ label: 'Shop' });
  await server().given.hits(id, [{ path: '/admin/a/b', visitor_id: 'ann' }, { path: '/b' }]);
  await server().patch(`/sites/${id}/settings`, { ignore_rules: { paths: ['/admin/*'] } });
  const { page, complaints } = await signedIn(`/sites/${id}/settings/ignoring`);
  await page.getByRole('button', { name: 'Show matching pageviews' }).click();
  await page.getByText('1 pageview by 1 visitor on 1 day').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.waitForURL(`**/sites/${id}/settings/data`);
  const row = page.getByRole('listitem').filter({ hasText: '1 pageview' });
  await row.getByText('Removed', { exact: true }).waitFor();
  expect((await server().get(`/sites/${id}/hits`)).pagination.total_count).toBe(1);
  expect(complaints).toEqual([]);
});

test('rules are applied to earlier pages, and undone', async () => {
  const { id } = await server().given.site({ label: 'Shop' });
  await server().given.hits(id, [{ path: '/tea/' }, { path: '/tea' }, { path: '/cake' }]);
  const rules = [{ kind: 'trailing_slash', to: 'none' }];
  await server().api('PUT', `/sites/${id}/page_rules`, { body: { rules } });
  const pages = async () =>
    (await server().get(`/sites/${id}/hits?group_by=path`)).grouped_hits
      .map((row: { path: string }) => row.path)
      .sort();
  const { page, complaints } = await signedIn(`/sites/${id}/settings/pages`);
  await button(page, 'Find such pages').click();
  await page.getByText('No page has parameters.').waitFor();
  await button(page, 'Check earlier pages').click();
  await page.getByText('1 pageview by 0 visitors on 1 day').waitFor();
  await expectUsableOnPhoneToo(page, 'earlier-pages');
  await button(page, 'Apply rules').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply rules' }).click();
  await page.waitForURL(`**/sites/${id}/settings/data`);
  const row = page.getByRole('listitem').filter({ hasText: 'Page rules applied to earlier pages' });
  await row.getByText('Changed', { exact: true }).waitFor();
  expect(await pages()).toEqual(['/cake', '/tea']);
  await expectUsableOnPhoneToo(page, 'changes');
  await row.getByRole('button', { name: 'Undo: 1 pageview' }).click();
  await row.getByText('Undone', { exact: true }).waitFor();
  expect(await pages()).toEqual(['/cake', '/tea', '/tea/']);
  expect(complaints).toEqual([]);
});
