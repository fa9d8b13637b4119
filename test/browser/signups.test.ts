/** The pages of signups: the operator lets an owner in, and the owner makes the account. */
import { expect, test } from 'bun:test';
import { expectAccessible, expectNoSideScroll, expectUsable, shareDashboards } from '../support/dashboard.ts';
import { linkTokenOf, MODES, newEmail, requestSignup, TRUSTS_TEST } from '../support/signing-up.ts';

const start = shareDashboards();

test('the operator approves a signup, the owner chooses a password and finds the suggested site', async () => {
  const { server, signedIn, signedOut } = await start({ settings: MODES.approve });
  await requestSignup(server, {
    email: 'ann@example.org',
    agent_name: '<b>Helper</b>',
    site_url: 'https://shop.example',
    intended_plan: 'zen',
  });
  const { signups } = await server.get('/operator/signups');
  const link = signups[0].activation_url;

  const early = await signedOut(link, { viewport: { width: 390, height: 844 } });
  await early.page.getByText('needs to approve it first').waitFor();
  await expectUsable(early.page);

  const operator = await signedIn('/operator');
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

  const again = await signedOut(link);
  await again.page.getByText('already has an account').waitFor();
  await again.page.goto(`${server.url}/activate?token=unknown`);
  await again.page.getByText('This link has expired').waitFor();
});

test('the operator removes a signup', async () => {
  const { server, signedIn } = await start({ settings: MODES.open });
  await requestSignup(server, { email: 'ann@example.org' });
  const { page } = await signedIn('/operator', { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Remove the signup of ann@example.org' }).click();
  await page.getByRole('button', { name: 'Remove signup' }).click();
  await page.getByText('No pending signups').waitFor();
  await expectNoSideScroll(page);
  expect((await server.get('/operator/signups')).signups).toEqual([]);
});

test('the waiting page continues by itself after the approval', async () => {
  const { server, signedOut } = await start({ settings: MODES.approve });
  await requestSignup(server, { email: 'ann@example.org' });
  const token = await linkTokenOf(server, 'ann@example.org');
  const { page, complaints } = await signedOut(`/activate?token=${token}`, { isFresh: true });
  await page.clock.install();
  await page.reload();
  await page.getByText('needs to approve it first').waitFor();
  const [signup] = server.services.signups.service.listPending().signups;
  server.services.signups.service.approve(signup?.id ?? 0);
  await page.clock.fastForward(10_000);
  await page.getByLabel('I accept the terms').waitFor();
  expect(complaints).toEqual([]);
});

test('all of many signups are listed, and their texts are harmless', async () => {
  const { server, signedIn } = await start({ settings: { ...MODES.open, ...TRUSTS_TEST } });
  await requestSignup(server, {
    email: 'first@example.org',
    agent_name: `\u202e<script>alert(1)</script>${'W'.repeat(150)}`,
    agent_client: 'javascript:alert(1)',
    site_url: `https://example.org/${'a'.repeat(1500)}`,
  });
  for (let count = 1; count <= 20; count++) await requestSignup(server, { email: newEmail() });
  const { page, complaints } = await signedIn('/operator', { viewport: { width: 390, height: 844 } });
  await page.getByText('1–20 of 21').waitFor();
  const [link = ''] = await page.locator('.copy-box code').allTextContents();
  expect(link).toStartWith(`${server.url}/activate?token=`);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('first@example.org').waitFor();
  await page.getByText('\u2039U+202E\u203a<script>').waitFor();
  await expectUsable(page);
  const row = await page.locator('.row', { hasText: 'first@example.org' }).boundingBox();
  expect(row?.height).toBeLessThan(400);
  await page.getByRole('button', { name: 'Remove the signup of first@example.org' }).click();
  await page.getByRole('button', { name: 'Remove signup' }).click();
  await page.getByText('first@example.org').first().waitFor({ state: 'detached' });
  await page.locator('.row', { hasText: 'owner-' }).first().waitFor();
  expect(complaints).toEqual([]);
});
