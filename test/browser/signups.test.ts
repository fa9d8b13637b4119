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
import { ask, MODES } from '../support/signing-up.ts';

setDefaultTimeout(60_000);

const browser = shareBrowser();

test('the operator approves, the owner chooses a password and finds the suggested site', async () => {
  await using server = await startDashboardServer({ settings: MODES.approve });
  await ask(server, {
    email: 'ann@example.org',
    agent_name: '<b>Helper</b>',
    site_url: 'https://shop.example',
    intended_plan: 'zen',
  });
  const { signups } = (await server.api('GET', '/operator/signups')).body;
  const link = signups[0].activation_url;

  await using early = await open(browser(), link, { viewport: { width: 390, height: 844 } });
  await early.page.getByText('has to approve it first').waitFor();
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
  await early.page.getByLabel('Password').fill('correct horse');
  await early.page.keyboard.press('Enter');
  await early.page.getByText('Accept the terms to go on').waitFor();
  await early.page.getByLabel('I accept the terms').check();
  await expectAccessible(early.page);
  await early.page.getByRole('button', { name: 'Activate the account' }).click();
  await early.page.getByRole('heading', { name: 'Add your first site' }).waitFor();
  expect(await early.page.getByLabel('Address').inputValue()).toBe('https://shop.example/');
  expect(early.complaints).toEqual([]);
  expect(server.services.accounts.getUserByEmail('ann@example.org').plan).toBe('pro');

  await using again = await open(browser(), link);
  await again.page.getByText('has its account already').waitFor();
  await again.page.goto(`${server.url}/activate?token=unknown`);
  await again.page.getByText('This link opens nothing').waitFor();
});

test('the operator removes a signup', async () => {
  await using server = await startDashboardServer({ settings: MODES.open });
  await ask(server, { email: 'ann@example.org' });
  await using opened = await openSignedIn(browser(), server, '/operator', {
    viewport: { width: 390, height: 844 },
  });
  const { page } = opened;
  await page.getByRole('button', { name: 'Remove the signup of ann@example.org' }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByText('None. AI agents').waitFor();
  await expectNoSideScroll(page);
  expect((await server.api('GET', '/operator/signups')).body.signups).toEqual([]);
});
