import { expect, test } from 'bun:test';
import { expectAccessible, expectUsable, shareDashboards } from '../support/dashboard.ts';
import { forTest } from '../support/share.ts';
import { startRelay } from '../support/smtp-server.ts';
import { mailThrough } from '../support/uptime.ts';

const start = shareDashboards();

/** Whether a console message is the browser's log of an error status. */
const isRefusal = (text: string): boolean => text.startsWith('Failed to load resource');

test('the set-up address makes its user the owner, once', async () => {
  const { server, signedOut } = await start({ hasOwner: false });
  const { page, complaints } = await signedOut('/login');
  await page.getByText('Open the set-up link').waitFor();
  await page.goto(server.setUpUrl ?? '');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Use at least 10 characters').waitFor();
  await page.getByLabel('Email').fill('me@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Show password').check();
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add your first site' }).waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
  await page.goto(server.setUpUrl ?? '');
  await page.getByText('is already set up').waitFor();
  expect(complaints.filter(text => !isRefusal(text))).toEqual([]);
});

test('signing in returns to the requested page, and never to another server', async () => {
  const { server, signedOut } = await start();
  const { id } = await server.given.site({ label: 'Shop' });
  const { page } = await signedOut(`/sites/${id}?period=7d`);
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByText('Wrong email or password').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
  expect(page.url()).toBe(`${server.url}/sites/${id}?period=7d`);

  await page.goto(`${server.url}/login?next=${encodeURIComponent('/.//evil.example')}`);
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
  expect(page.url()).toBe(`${server.url}/`);
});

test('a lost password is reset by mail', async () => {
  const relay = forTest(await startRelay());
  const { server, signedOut } = await start({ settings: mailThrough(relay) });
  const { page } = await signedOut('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill('owner@example.org');
  await page.getByRole('button', { name: 'Send link' }).click();
  await page.getByText('we’ve emailed a link').waitFor();
  await expectAccessible(page);
  await server.services.mail.transactional.settle();
  const [, token = ''] = /\/reset\?token=([\w-]+)/.exec(relay.mails.at(-1)?.text ?? '') ?? [];
  await page.goto(`${server.url}/reset?token=${token}`);
  await page.getByLabel('New password').fill('short');
  await page.keyboard.press('Enter');
  await page.getByText('Use at least 10 characters').waitFor();
  await page.getByLabel('New password').fill('another horse');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Add your first site' }).waitFor();
  await page.goto(`${server.url}/reset?token=${token}`);
  await page.getByLabel('New password').fill('third horse in a row');
  await page.keyboard.press('Enter');
  await page.getByText('this link was used already or has expired').waitFor();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await page.getByRole('button', { name: 'Send link' }).waitFor();
});

test('an invited person chooses a password, or joins with their account', async () => {
  const { server, signedIn, signedOut } = await start();
  await server.given.site({ label: 'Shop' });
  const invite = async (email: string): Promise<string> => {
    const { body } = await server.post('/team/invitations', { email, role: 'viewer' });
    return server.url + new URL(body.invitation_url).pathname + new URL(body.invitation_url).search;
  };
  const address = await invite('new@example.org');
  const fresh = await signedOut(address);
  await fresh.page.getByLabel('Your name').fill('New One');
  await fresh.page.getByLabel('Password', { exact: true }).fill('correct horse');
  await expectAccessible(fresh.page);
  await fresh.page.keyboard.press('Enter');
  await fresh.page.getByRole('heading', { level: 1, name: 'Sites of owner' }).waitFor();
  await fresh.page.getByRole('link', { name: 'Shop' }).waitFor();
  expect(fresh.page.url()).toBe(`${server.url}/team/${server.owner.id}/`);
  expect(fresh.complaints).toEqual([]);
  await fresh.page.goto(address);
  await fresh.page.getByText('This invitation is no longer valid').waitFor();

  const known = await server.given.user('known@example.org', 'pro');
  const member = await signedIn('/', { email: known.email });
  await member.page.goto(await invite(known.email));
  await member.page.getByRole('button', { name: 'Join' }).click();
  await member.page.getByRole('heading', { level: 1, name: 'Sites of owner' }).waitFor();

  const back = await signedOut('/login');
  await back.page.getByLabel('Email').fill('new@example.org');
  await back.page.getByLabel('Password', { exact: true }).fill('correct horse');
  await back.page.keyboard.press('Enter');
  await back.page.getByRole('heading', { level: 1, name: 'Sites of owner' }).waitFor();
});

test('the team page shows the mail status of an invitation', async () => {
  const relay = forTest(await startRelay());
  relay.answers = line => (line.startsWith('RCPT TO:<wrong') ? '550 5.1.1 no such user' : undefined);
  const { server, signedIn } = await start({ settings: mailThrough(relay) });
  for (const email of ['right@example.org', 'wrong@example.org'])
    await server.post('/team/invitations', { email, role: 'viewer' });
  await server.services.mail.transactional.settle();
  const { page, complaints } = await signedIn('/settings/team', { viewport: { width: 390, height: 800 } });
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email });
  await row('right@example.org').getByText('mailed', { exact: false }).waitFor();
  await row('wrong@example.org').getByText('the relay answered 550 5.1.1 no such user').waitFor();
  await expectUsable(page);
  expect(complaints).toEqual([]);
});

test('the pages before signing in are accessible', async () => {
  const { server, signedOut } = await start({ hasOwner: false });
  const setUp = new URL(server.setUpUrl ?? '');
  const { page, complaints } = await signedOut('/login', { viewport: { width: 390, height: 844 } });
  for (const [path, text] of [
    ['/login', 'Forgot password?'],
    ['/setup', 'contains a token'],
    [setUp.pathname + setUp.search, 'Time zone'],
    ['/reset', 'Email isn’t set up'],
    ['/reset?token=x', 'New password'],
    ['/join', 'This link is incomplete'],
    ['/activate', 'This link is incomplete'],
  ] as const) {
    await page.goto(server.url + path);
    await page.getByText(text).first().waitFor();
    await expectUsable(page);
  }
  expect(complaints).toEqual([]);
});
