import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  expectAccessible,
  expectNoSideScroll,
  open,
  openSignedIn,
  shareBrowser,
  startDashboardServer,
} from '../support/dashboard.ts';
import { startRelay } from '../support/smtp-server.ts';

setDefaultTimeout(300_000);

const browser = shareBrowser();

/** Whether a console message is the browser's log of an error status. */
const isRefusal = (text: string): boolean => text.startsWith('Failed to load resource');

test('the set-up address makes its user the owner, once', async () => {
  await using server = await startDashboardServer({ hasOwner: false });
  await using opened = await open(browser(), `${server.url}/login`);
  const { page, complaints } = opened;
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
  await using server = await startDashboardServer();
  const { id } = await server.given.site({ label: 'Shop' });
  await using opened = await open(browser(), `${server.url}/sites/${id}?period=7d`);
  const { page } = opened;
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
  await using relay = await startRelay();
  await using server = await startDashboardServer({
    settings: {
      FOOTFALL_SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
      FOOTFALL_MAIL_FROM: 'footfall@example.org',
    },
  });
  await using opened = await open(browser(), `${server.url}/login`);
  const { page } = opened;
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
  await using server = await startDashboardServer();
  await server.given.site({ label: 'Shop' });
  const invite = async (email: string): Promise<string> => {
    const { body } = await server.api('POST', '/team/invitations', { body: { email, role: 'viewer' } });
    return server.url + new URL(body.invitation_url).pathname + new URL(body.invitation_url).search;
  };
  const address = await invite('new@example.org');
  await using fresh = await open(browser(), address);
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
  await using member = await openSignedIn(browser(), server, '/', { email: known.email });
  await member.page.goto(await invite(known.email));
  await member.page.getByRole('button', { name: 'Join' }).click();
  await member.page.getByRole('heading', { level: 1, name: 'Sites of owner' }).waitFor();

  await using back = await open(browser(), `${server.url}/login`);
  await back.page.getByLabel('Email').fill('new@example.org');
  await back.page.getByLabel('Password', { exact: true }).fill('correct horse');
  await back.page.keyboard.press('Enter');
  await back.page.getByRole('heading', { level: 1, name: 'Sites of owner' }).waitFor();
});

test('the team page shows the mail status of an invitation', async () => {
  await using relay = await startRelay();
  relay.answers = line => (line.startsWith('RCPT TO:<wrong') ? '550 5.1.1 no such user' : undefined);
  await using server = await startDashboardServer({
    settings: {
      FOOTFALL_SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
      FOOTFALL_MAIL_FROM: 'stats@example.org',
    },
  });
  for (const email of ['right@example.org', 'wrong@example.org'])
    await server.api('POST', '/team/invitations', { body: { email, role: 'viewer' } });
  await server.services.mail.transactional.settle();
  await using opened = await openSignedIn(browser(), server, '/settings/team', {
    viewport: { width: 390, height: 800 },
  });
  const { page, complaints } = opened;
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email });
  await row('right@example.org').getByText('mailed', { exact: false }).waitFor();
  await row('wrong@example.org').getByText('the relay answered 550 5.1.1 no such user').waitFor();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  expect(complaints).toEqual([]);
});

test('the pages before signing in are accessible', async () => {
  await using server = await startDashboardServer({ hasOwner: false });
  const setUp = new URL(server.setUpUrl ?? '');
  await using opened = await open(browser(), `${server.url}/login`, {
    viewport: { width: 390, height: 844 },
  });
  const { page, complaints } = opened;
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
    await expectAccessible(page);
    await expectNoSideScroll(page);
  }
  expect(complaints).toEqual([]);
});
