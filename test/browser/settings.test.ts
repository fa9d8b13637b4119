import { expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { button, expectAccessible, expectUsable, PHONE, shareDashboard } from '../support/dashboard.ts';
import { startReceiver } from '../support/receiver.ts';
import { forTest } from '../support/share.ts';

const HOSTILE = `<img src=x onerror="document.title='owned'">`;

const { server, signedIn } = shareDashboard({
  resolve: async () => ['127.0.0.1'],
  settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
});

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const mySettings = async () => (await server().get('/me/settings')).settings;

test('name, time zone and theme are saved, the theme at once', async () => {
  const { page, complaints } = await signedIn('/settings/account');
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('new york');
  await page.getByRole('option', { name: 'America / New York' }).click();
  await button(page, 'Save').click();
  await page.getByText('Saved', { exact: true }).first().waitFor();
  expect(await mySettings()).toMatchObject({ name: 'Ada', time_zone: 'America/New_York' });
  const stored = page.waitForResponse(response => response.request().method() === 'PATCH');
  const { promise: isLet, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(/\/me\/settings$/, async route => {
    await isLet;
    await route.continue();
  });
  await page.getByLabel('Dark').check();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  letThrough();
  await stored;
  const mailed = page.waitForResponse(response => response.request().method() === 'PATCH');
  await page.getByLabel('A site goes down').uncheck();
  await mailed;
  expect(await mySettings()).toMatchObject({
    theme: 'dark',
    mails: { monitor_down: false, monitor_up: true },
  });
  expect(complaints).toEqual([]);
});

test('other browsers are signed out, and a password is changed', async () => {
  const user = await server().given.user('eve@example.org');
  const browserOfEve = { email: user.email };
  const other = await signedIn('/settings/account', browserOfEve);
  const { page } = await signedIn('/settings/account', browserOfEve);
  await page.getByText('this browser', { exact: true }).waitFor();
  await button(page, 'Sign out all others').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByText('1 session signed out').waitFor();
  await other.page.reload();
  await other.page.waitForURL(/\/login\?next=/);
  await page.getByLabel('Current password').fill('wrong horse');
  await page.getByLabel('New password').fill('another correct horse');
  await button(page, 'Change password').click();
  await page.getByText('This isn’t your current password').waitFor();
  expect(await page.getByLabel('Current password').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Current password').fill('correct horse');
  await button(page, 'Change password').click();
  await page.getByText('Password changed').waitFor();
});

test('a key is shown once, works as shown, and is refused once it is revoked', async () => {
  const { page, complaints } = await signedIn('/settings/keys');
  await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE);
  await button(page, 'Create key').click();
  await button(page, 'Copy key').click();
  const key = await copied(page);
  expect(key).toStartWith('ff-ro-');
  const status = async () => (await server().api('GET', '/sites', { key })).status;
  expect(await status()).toBe(200);
  await button(page, 'Done').click();
  expect(await page.getByText(key).count()).toBe(0);
  await button(page, `Revoke ${HOSTILE}`).click();
  await button(page, 'Revoke key').click();
  // By its text: behind the window that asks, the button is none for a while.
  await page.getByText(HOSTILE).first().waitFor({ state: 'detached' });
  expect(await status()).toBe(401);
  expect(complaints).toEqual([]);
});

test('a webhook is added, its secret shown once; a test shows its result, and the log keeps it', async () => {
  const receiver = forTest(await startReceiver());
  const { page, complaints } = await signedIn('/settings/webhooks');
  await button(page, 'Add webhook').click();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByLabel('Kudos').check();
  await button(page, 'Add webhook').click();
  await button(page, 'Copy signing secret').click();
  expect(await copied(page)).toStartWith('whsec_');
  await page.getByRole('link', { name: 'send a test' }).click();
  await page.getByRole('button', { name: /^Send a test alert/ }).click();
  await page.getByText('Delivered, response 200').waitFor();
  await page.getByText('delivered', { exact: true }).waitFor();
  receiver.answers(500);
  await page.getByRole('button', { name: /^Send a test alert/ }).click();
  await page.getByText('Delivery failed').waitFor();
  await button(page, 'Delete webhook').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
  expect(complaints).toEqual([]);
});

test('a member is invited by a link that is shown once; without a plan they find the sites of the team', async () => {
  const { page, complaints } = await signedIn('/settings/team');
  await page.getByLabel('Email').fill('colleague@example.org');
  await button(page, 'Invite').click();
  await page.getByText('Email isn’t set up').waitFor();
  await button(page, 'Copy invitation link').click();
  expect(await copied(page)).toContain('/join?token=');
  await page.getByRole('heading', { name: 'Pending invitations' }).waitFor();
  expect(complaints).toEqual([]);

  const member = await server().given.user('member@example.org', 'none');
  server().services.access.accounts.putMember(server().owner.id, member.id, 'viewer');
  for (const path of ['/settings/webhooks', '/settings/team', '/settings/account']) {
    const theirs = await signedIn(path, { email: member.email });
    const way = theirs.page.getByRole('link', { name: /^Sites of/ });
    await way.waitFor();
    expect(await way.getAttribute('href')).toBe(`/team/${server().owner.id}/`);
    expect(theirs.complaints).toEqual([]);
  }

  await page.reload();
  await page.getByLabel('Role of member@example.org').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Role of member@example.org').selectOption('admin');
  await page.getByText('is now an admin').waitFor();
  await button(page, 'Remove member@example.org').click();
  await button(page, 'Remove from team').click();
  await page.getByText('Just you', { exact: true }).waitFor();
});

test('the page of a team asks for nothing that needs a plan before the plan is known', async () => {
  const { email } = await server().given.user('later@example.org', 'none');
  const { page, complaints } = await signedIn('/settings/account', { email });
  const { promise: isKnown, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route('**/me/settings', async route => {
    await isKnown;
    await route.continue();
  });
  await page.goto(`${server().url}/settings/team`);
  await page.getByRole('heading', { name: 'Invite' }).waitFor();
  letThrough();
  await page.getByText('footfall user set').waitFor();
  expect(complaints).toEqual([]);
});

test('the operator sees the state of the server, and starts a job; nobody else can', async () => {
  const { page, complaints } = await signedIn('/operator');
  await page.getByText('FOOTFALL_SMTP_URL').waitFor();
  await page.getByText('jobs run without errors').click();
  await button(page, 'Run now: sites.purge').click();
  await page.getByText('sites.purge started').waitFor();
  expect(complaints).toEqual([]);
  const user = await server().given.user('guest@example.org');
  const theirs = await signedIn('/operator', { email: user.email });
  await theirs.page.getByText('Only the server’s operator can see this page').waitFor();
  expect(theirs.complaints).toEqual([]);
});

test('every page is accessible', async () => {
  await server().patch('/me/settings', { theme: 'system' });
  const { page, complaints } = await signedIn('/settings/account', PHONE);
  for (const name of ['Account', 'Email reports', 'API keys', 'Webhooks', 'Team', 'Server']) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectUsable(page);
  }
  expect(complaints).toEqual([]);
});
