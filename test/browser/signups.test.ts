/** The pages of signups: the operator lets an owner in, and the owner makes the account. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import {
  expectAccessible,
  expectNoSideScroll,
  open,
  openSignedIn,
  shareBrowser,
  startDashboardServer,
} from '../support/dashboard.ts';
import { linkTokenOf, MODES, newEmail, requestSignup, TRUSTS_TEST } from '../support/signing-up.ts';

setDefaultTimeout(300_000);

const browser = shareBrowser();

test('the operator approves a signup, the owner chooses a password and finds the suggested site', async () => {
  await using server = await startDashboardServer({ settings: MODES.approve });
  await requestSignup(server, {
    email: 'ann@example.org',
    agent_name: '<b>Helper</b>',
    site_url: 'https://shop.example',
    intended_plan: 'zen',
  });
  const { signups } = (await server.api('GET', '/operator/signups')).body;
  const link = signups[0].activation_url;

  await using early = await open(browser(), link, { viewport: { width: 390, height: 844 } });
  await early.page.getByText('needs to approve it first').waitFor();
  await expectAccessible(early.page);
  await expectNoSideScroll(early.page);

  await using operator = await openSignedIn(browser(), server, '/operator');
  await operator.page.getByText('ann@example.org').waitFor();
  await operator.page.getByText('<b>Helper</b>').waitFor();
  await expectAccessible(operator.page);
  await operator.page.getByRole('button', { name: 'Approve ann@example.org' }).click();
  await operator.page.getByText(link).waitFor();
  expect(operator.complaints).toEqual([]);

  await early.page.reload();
  await early.page.getByLabel('Password', { exact: true }).fill('correct horse');
  await early.page.keyboard.press('Enter');
  await early.page.getByText('Accept the terms to continue').waitFor();
  await early.page.getByLabel('I accept the terms').check();
  await expectAccessible(early.page);
  await early.page.getByRole('button', { name: 'Activate account' }).click();
  await early.page.getByRole('heading', { name: 'Add your first site' }).waitFor();
  expect(await early.page.getByLabel('Address').inputValue()).toBe('https://shop.example/');
  expect(early.complaints).toEqual([]);
  expect(server.services.access.accounts.getUserByEmail('ann@example.org').plan).toBe('pro');

  await using again = await open(browser(), link);
  await again.page.getByText('already has an account').waitFor();
  await again.page.goto(`${server.url}/activate?token=unknown`);
  await again.page.getByText('This link has expired').waitFor();
});

test('the operator removes a signup', async () => {
  await using server = await startDashboardServer({ settings: MODES.open });
  await requestSignup(server, { email: 'ann@example.org' });
  await using opened = await openSignedIn(browser(), server, '/operator', {
    viewport: { width: 390, height: 844 },
  });
  const { page } = opened;
  await page.getByRole('button', { name: 'Remove the signup of ann@example.org' }).click();
  await page.getByRole('button', { name: 'Remove signup' }).click();
  await page.getByText('No pending signups').waitFor();
  await expectNoSideScroll(page);
  expect((await server.api('GET', '/operator/signups')).body.signups).toEqual([]);
});

test('the waiting page continues by itself after the approval', async () => {
  await using server = await startDashboardServer({ settings: MODES.approve });
  await requestSignup(server, { email: 'ann@example.org' });
  const token = await linkTokenOf(server, 'ann@example.org');
  await using opened = await open(browser(), `${server.url}/activate?token=${token}`);
  const { page } = opened;
  await page.clock.install();
  await page.reload();
  await page.getByText('needs to approve it first').waitFor();
  const [signup] = server.services.signups.service.listPending().signups;
  server.services.signups.service.approve(signup?.id ?? 0);
  await page.clock.fastForward(10_000);
  await page.getByLabel('I accept the terms').waitFor();
  expect(opened.complaints).toEqual([]);
});

test('all of many signups are listed, and their texts are harmless', async () => {
  await using server = await startDashboardServer({ settings: { ...MODES.open, ...TRUSTS_TEST } });
  await requestSignup(server, {
    email: 'first@example.org',
    agent_name: `\u202e<script>alert(1)</script>${'W'.repeat(150)}`,
    agent_client: 'javascript:alert(1)',
    site_url: `https://example.org/${'a'.repeat(1500)}`,
  });
  for (let count = 1; count <= 20; count++) await requestSignup(server, { email: newEmail() });
  await using opened = await openSignedIn(browser(), server, '/operator', {
    viewport: { width: 390, height: 844 },
  });
  const { page } = opened;
  await page.getByText('1–20 of 21').waitFor();
  const [link = ''] = await page.locator('.copy-box code').allTextContents();
  expect(link).toStartWith(`${server.url}/activate?token=`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('first@example.org').waitFor();
  await page.getByText('\u2039U+202E\u203a<script>').waitFor();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  const row = await page.locator('.row', { hasText: 'first@example.org' }).boundingBox();
  expect(row?.height).toBeLessThan(400);
  await page.getByRole('button', { name: 'Remove the signup of first@example.org' }).click();
  await page.getByRole('button', { name: 'Remove signup' }).click();
  await page.getByText('first@example.org').first().waitFor({ state: 'detached' });
  await page.locator('.row', { hasText: 'owner-' }).first().waitFor();
  expect(opened.complaints).toEqual([]);
});
