/** What the operator does about signups. */
import { expect, test } from 'bun:test';
import { openBrowser, PASSWORD } from '../support/cookie-jar.ts';
import { statusOfMissing } from '../support/path-ids.ts';
import { refused } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import {
  getSignup,
  linkTokenOf,
  MODES,
  newEmail,
  requestSignup,
  TRUSTS_TEST,
} from '../support/signing-up.ts';

const server = shareServer({ settings: { ...MODES.approve, ...TRUSTS_TEST } });
const list = async (key?: string) =>
  (await server().api('GET', '/operator/signups?per_page=1000', key === undefined ? {} : { key })).body;
const idOf = async (email: string) =>
  (await list()).signups.find((signup: { email: string }) => signup.email === email).id;
const activate = (token: string) =>
  openBrowser(server()).ask('POST', '/session/activate', { token, password: PASSWORD, tos_accepted: true });

test('the operator sees what waits, newest first, with a link for each', async () => {
  const [first, second] = [newEmail(), newEmail()];
  await requestSignup(server(), { email: first });
  await requestSignup(server(), {
    email: second,
    agent_name: '<b>x',
    site_url: 'https://shop.example',
    intended_plan: 'zen',
  });
  const { signups } = await list();
  expect(signups.map(({ email }: { email: string }) => email).slice(0, 2)).toEqual([second, first]);
  expect(signups[0]).toEqual({
    id: expect.any(Number),
    email: second,
    agent_name: '<b>x',
    agent_client: null,
    site_url: 'https://shop.example/',
    intended_plan: 'zen',
    needs_approval: true,
    created_at: '2026-03-10T12:00:00.000Z',
    expires_at: '2026-03-17T12:00:00.000Z',
    activation_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/activate\?token=[\w-]{43}$/),
  });
  expect((await list()).signups).toEqual(signups);
  expect((await server().api('GET', '/operator')).body.pending_signups[0]).toEqual({
    id: signups[0].id,
    email: second,
    agent_name: '<b>x',
    needs_approval: true,
    created_at: '2026-03-10T12:00:00.000Z',
  });
  const page = (await server().api('GET', '/operator/signups?per_page=1&page=2')).body;
  expect(page.signups).toEqual([signups[1]]);
  expect(page.pagination).toMatchObject({ current_page: 2, total_count: signups.length });
});

test('a read-only key sees no links', async () => {
  await requestSignup(server(), { email: newEmail() });
  for (const { activation_url: url } of (await list(server().owner.readOnly)).signups) expect(url).toBeNull();
});

test('a link works once the operator has approved, for seven days from then', async () => {
  const email = newEmail();
  const made = (await requestSignup(server(), { email })).body;
  expect(made.next_steps.join(' ')).toContain('approved');
  const token = await linkTokenOf(server(), email);
  expect(await activate(token)).toEqual(refused(403, expect.stringContaining('has to approve')));
  expect((await getSignup(server(), made)).body.message).toContain('has to approve');
  server().clock.advance({ days: 6 });
  const id = await idOf(email);
  const approved = await server().api('POST', `/operator/signups/${id}/approve`);
  expect([approved.status, approved.body]).toMatchObject([
    200,
    { status: 'approved', signup: { id, needs_approval: false, expires_at: '2026-03-23T12:00:00.000Z' } },
  ]);
  server().clock.advance({ days: 2 });
  expect((await server().api('POST', `/operator/signups/${id}/approve`)).body.signup.expires_at).toBe(
    '2026-03-23T12:00:00.000Z',
  );
  expect((await activate(token)).status).toBe(200);
  expect((await getSignup(server(), made)).body.status).toBe('owner_activated');
  expect((await server().api('POST', `/operator/signups/${id}/approve`)).status).toBe(404);
});

test('a signup that the operator removes has no valid links and token', async () => {
  const email = newEmail();
  const made = (await requestSignup(server(), { email })).body;
  const token = await linkTokenOf(server(), email);
  const id = await idOf(email);
  expect((await server().api('DELETE', `/operator/signups/${id}`)).status).toBe(204);
  expect((await getSignup(server(), made)).status).toBe(404);
  expect((await activate(token)).status).toBe(403);
  expect((await server().api('DELETE', `/operator/signups/${id}`)).status).toBe(404);
});

test('a signup that is removed while the password is hashed makes no user', async () => {
  const email = newEmail();
  await requestSignup(server(), { email });
  const token = await linkTokenOf(server(), email);
  const { service: signups, activation } = server().services.signups;
  const { accounts } = server().services.access;
  const id = await idOf(email);
  signups.approve(id);
  const browser = {
    address: '203.0.113.7',
    userAgent: null,
    sessionToken: undefined,
    browserToken: undefined,
  };
  const activating = activation.activate(browser, { token, password: 'correct horse' });
  signups.remove(id);
  expect(await activating.catch(error => error.kind)).toBe('forbidden');
  expect(accounts.findUserByEmail(email)).toBeUndefined();
});

test('only the operator may list, approve and remove signups', async () => {
  const other = await server().given.user(newEmail());
  for (const [method, path] of [
    ['GET', '/operator/signups'],
    ['POST', '/operator/signups/1/approve'],
    ['DELETE', '/operator/signups/1'],
  ] as const)
    expect((await server().api(method, path, { key: other.full })).status).toBe(403);
  for (const id of ['0', 'x', '-1', '__proto__', '99999999', '9'.repeat(40)])
    expect([id, (await server().api('POST', `/operator/signups/${id}/approve`)).status]).toEqual([
      id,
      statusOfMissing(id),
    ]);
});

test('links that were shown before go on working after a restart', async () => {
  await using first = await startTestServer({ settings: MODES.open });
  const email = newEmail();
  const made = (await requestSignup(first, { email })).body;
  const before = await linkTokenOf(first, email);
  await first.stop();
  await using again = await startTestServer({ settings: MODES.open, data: first.data });
  expect((await getSignup(again, made)).status).toBe(200);
  const answer = await openBrowser(again).ask('GET', `/session/activation?token=${before}`);
  expect([answer.status, answer.body.email]).toEqual([200, email]);
});

test('of one signup the twelve newest links work', async () => {
  const email = newEmail();
  await requestSignup(server(), { email });
  const { service: signups, mailing: signupMailing } = server().services.signups;
  const [signup] = signups.listPending({ number: 1, size: 1 }).signups;
  if (!signup) throw new Error('there is one');
  const links = Array.from({ length: 13 }, () => {
    server().clock.advance({ seconds: 1 });
    return signupMailing.createLinks([signup]).join('');
  });
  const works = (path: string) => {
    try {
      return server().services.signups.activation.open(path.split('=')[1] ?? '').status === 'pending_owner';
    } catch {
      return false;
    }
  };
  expect(links.map(works)).toEqual([false, ...links.slice(1).map(() => true)]);
});
