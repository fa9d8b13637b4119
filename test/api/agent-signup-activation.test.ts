/** Activation of an agent signup by its owner, and what the operator does about signups. */
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

const server = shareServer({ settings: { ...MODES.open, ...TRUSTS_TEST } });

async function givenSignup(fields: Record<string, unknown> = {}) {
  const email = newEmail();
  const made = (await requestSignup(server(), { email, ...fields })).body;
  return { email, made, token: await linkTokenOf(server(), email) };
}
const show = (token: string) =>
  openBrowser(server()).ask('GET', `/session/activation?token=${encodeURIComponent(token)}`);
const activate = (token: string, fields: Record<string, unknown> = {}, browser = openBrowser(server())) =>
  browser.ask('POST', '/session/activate', { token, password: PASSWORD, tos_accepted: true, ...fields });

test('the owner picks a password, is signed in and on trial, and the agent sees it', async () => {
  const { email, made, token } = await givenSignup({ agent_name: 'Helper', site_url: 'shop.example' });
  const held = await show(token);
  expect(held.headers.get('cache-control')).toBe('no-store');
  expect(held.status).toBe(200);
  expect(held.body).toEqual({
    email,
    agent_name: 'Helper',
    site_url: 'https://shop.example/',
    status: 'pending_owner',
    needs_approval: false,
  });
  const browser = openBrowser(server());
  const answer = await activate(token, { time_zone: 'Asia/Tokyo' }, browser);
  expect([answer.status, answer.body]).toEqual([200, { status: 'ok', site_url: 'https://shop.example/' }]);
  expect(await browser.statusOf('/sites')).toBe(200);
  const user = server().services.access.accounts.getUserByEmail(email);
  expect(user).toMatchObject({ plan: 'pro', timeZone: 'Asia/Tokyo' });
  expect(user.trialEndsAt?.toISOString()).toBe('2026-03-24T12:00:00.000Z');
  expect(server().services.sites.service.countAll()).toBe(0);
  expect((await getSignup(server(), made)).body).toMatchObject({
    status: 'owner_activated',
    activated_at: '2026-03-10T12:00:00.000Z',
    trial_ends_at: '2026-03-24T12:00:00.000Z',
  });
  expect((await show(token)).body.status).toBe('owner_activated');
  expect(await activate(token)).toEqual(refused(403, 'this account is activated already: sign in'));
});

test('of two concurrent activations one succeeds', async () => {
  const { token } = await givenSignup();
  const statuses = (await Promise.all([activate(token), activate(token, { password: 'another horse' })])).map(
    ({ status }) => status,
  );
  expect(statuses.filter(status => status === 200)).toHaveLength(1);
  expect(statuses.filter(status => status === 403 || status === 422)).toHaveLength(1);
});

test('all signups of an address are activated together', async () => {
  const { email, made, token } = await givenSignup();
  const later = (await requestSignup(server(), { email: email.toUpperCase() })).body;
  expect((await activate(token)).status).toBe(200);
  for (const signup of [made, later])
    expect((await getSignup(server(), signup)).body.status).toBe('owner_activated');
});

test('an ended signup is not activated with another one of its address', async () => {
  const { email, made } = await givenSignup();
  server().clock.advance({ days: 7 });
  const later = (await requestSignup(server(), { email })).body;
  expect((await activate(await linkTokenOf(server(), email))).status).toBe(200);
  expect((await getSignup(server(), made)).status).toBe(404);
  expect((await getSignup(server(), later)).body.status).toBe('owner_activated');
});

test('a session of another user is ended first', async () => {
  await server().given.user('ann@example.org');
  const browser = openBrowser(server());
  await browser.signIn('ann@example.org');
  const before = [...browser.cookies].map(cookie => cookie.join('=')).join('; ');
  const { email, token } = await givenSignup();
  await activate(token, {}, browser);
  const emailOf = async (cookie: string) => {
    const answer = await fetch(`${server().url}/api/v1/me`, { headers: { cookie, 'user-agent': 'test' } });
    return ((await answer.json()) as { email?: string }).email;
  };
  const now = [...browser.cookies].map(cookie => cookie.join('=')).join('; ');
  expect([await emailOf(now), await emailOf(before)]).toEqual([email, undefined]);
});

test('an address that has an account by now signs in instead', async () => {
  const { email, made, token } = await givenSignup();
  await server().given.user(email);
  expect((await show(token)).body.status).toBe('existing_account');
  expect(await activate(token)).toEqual(refused(403, 'this address has an account already: sign in'));
  expect((await getSignup(server(), made)).body.status).toBe('pending_owner');
});

test('a user and its activated signup are stored together, or neither is', async () => {
  const { accounts } = server().services.access;
  const input = { email: newEmail(), password: PASSWORD };
  const adding = accounts.createUser(input, {
    onInsert: () => {
      throw new Error('the disk is full');
    },
  });
  expect(await adding.catch(error => error.message)).toBe('the disk is full');
  expect(accounts.findUserByEmail(input.email)).toBeUndefined();
});

test('links end after seven days, and the signup is forgotten', async () => {
  const { email, made, token } = await givenSignup();
  server().clock.advance({ days: 7, ms: -1 });
  expect((await show(token)).status).toBe(200);
  await server().job('signups.expire');
  expect((await getSignup(server(), made)).status).toBe(200);
  server().clock.advance({ ms: 1 });
  expect([(await show(token)).status, (await activate(token)).status]).toEqual([403, 403]);
  expect((await getSignup(server(), made)).status).toBe(404);
  await server().job('signups.expire');
  expect((await server().get('/operator/signups')).signups).toEqual([]);
  expect(server().services.access.accounts.findUserByEmail(email)).toBeUndefined();
});

test('a bad password, zone or refusal of the terms is 422, and the link goes on working', async () => {
  const { token } = await givenSignup();
  const bad = [
    { password: 'short' },
    { password: 'x'.repeat(1001) },
    { password: undefined },
    { password: '\ud800'.repeat(12) },
    { password: 7 },
    { tos_accepted: false },
    { tos_accepted: 'true' },
    { tos_accepted: undefined },
    { name: 'a\u0000b' },
    { name: 'x'.repeat(201) },
    { time_zone: 'Mars/Olympus' },
    { time_zone: {} },
  ];
  for (const fields of bad) expect([fields, (await activate(token, fields)).status]).toEqual([fields, 422]);
  expect((await activate(token)).status).toBe(200);
});

test('an unknown token is refused, and a missing one is named', async () => {
  for (const token of ['x', ' ', '\u0000', '__proto__', "' or 1=1; --", '<b>', 'A'.repeat(43), '☃']) {
    expect([token, (await show(token)).status]).toEqual([token, 403]);
    expect([token, (await activate(token)).status]).toEqual([token, 403]);
  }
  for (const token of ['', 'x'.repeat(201)]) {
    expect((await show(token)).status).toBe(400);
    expect((await activate(token)).status).toBe(422);
  }
  for (const body of ['{', '[]', 'null', 'x'.repeat(20_000)])
    expect([413, 422]).toContain((await openBrowser(server()).ask('POST', '/session/activate', body)).status);
});

test('the agent’s own token cannot activate', async () => {
  const { made } = await givenSignup();
  expect((await activate(made.token)).status).toBe(403);
});

test('only pages of this server activate', async () => {
  const { token } = await givenSignup();
  const body = { token, password: PASSWORD, tos_accepted: true };
  for (const origin of ['https://evil.example', 'null'])
    expect((await openBrowser(server()).ask('POST', '/session/activate', body, { origin })).status).toBe(403);
  expect((await activate(token)).status).toBe(200);
});

test('after the trial the plan is none, until the operator gives one', async () => {
  const { email, token } = await givenSignup();
  const browser = openBrowser(server());
  await activate(token, {}, browser);
  server().clock.advance({ days: 14, ms: -1 });
  expect(await browser.statusOf('/sites')).toBe(200);
  server().clock.advance({ ms: 1 });
  expect([await browser.statusOf('/sites'), await browser.statusOf('/me')]).toEqual([403, 200]);
  await server().setUser(email, { plan: 'zen' });
  expect(await browser.statusOf('/sites')).toBe(200);
});

const approving = shareServer({ settings: { ...MODES.approve, ...TRUSTS_TEST } });
const list = async (key?: string) =>
  (await approving().api('GET', '/operator/signups?per_page=1000', key === undefined ? {} : { key })).body;
const idOf = async (email: string) =>
  (await list()).signups.find((signup: { email: string }) => signup.email === email).id;

test('the operator sees what waits, newest first, with a link for each', async () => {
  const [first, second] = [newEmail(), newEmail()];
  await requestSignup(approving(), { email: first });
  await requestSignup(approving(), {
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
  expect((await approving().get('/operator')).pending_signups[0]).toEqual({
    id: signups[0].id,
    email: second,
    agent_name: '<b>x',
    needs_approval: true,
    created_at: '2026-03-10T12:00:00.000Z',
  });
  const page = await approving().get('/operator/signups?per_page=1&page=2');
  expect(page.signups).toEqual([signups[1]]);
  expect(page.pagination).toMatchObject({ current_page: 2, total_count: signups.length });
});

test('a read-only key sees no links', async () => {
  await requestSignup(approving(), { email: newEmail() });
  for (const { activation_url: url } of (await list(approving().owner.readOnly)).signups)
    expect(url).toBeNull();
});

test('a link works once the operator has approved, for seven days from then', async () => {
  const email = newEmail();
  const made = (await requestSignup(approving(), { email })).body;
  expect(made.next_steps.join(' ')).toContain('approved');
  const token = await linkTokenOf(approving(), email);
  expect(await activate(token, {}, openBrowser(approving()))).toEqual(
    refused(403, expect.stringContaining('has to approve')),
  );
  expect((await getSignup(approving(), made)).body.message).toContain('has to approve');
  approving().clock.advance({ days: 6 });
  const id = await idOf(email);
  const approved = await approving().api('POST', `/operator/signups/${id}/approve`);
  expect([approved.status, approved.body]).toMatchObject([
    200,
    { status: 'approved', signup: { id, needs_approval: false, expires_at: '2026-03-23T12:00:00.000Z' } },
  ]);
  approving().clock.advance({ days: 2 });
  expect((await approving().api('POST', `/operator/signups/${id}/approve`)).body.signup.expires_at).toBe(
    '2026-03-23T12:00:00.000Z',
  );
  expect((await activate(token, {}, openBrowser(approving()))).status).toBe(200);
  expect((await getSignup(approving(), made)).body.status).toBe('owner_activated');
  expect((await approving().api('POST', `/operator/signups/${id}/approve`)).status).toBe(404);
});

test('a signup that the operator removes has no valid links and token', async () => {
  const email = newEmail();
  const made = (await requestSignup(approving(), { email })).body;
  const token = await linkTokenOf(approving(), email);
  const id = await idOf(email);
  expect((await approving().api('DELETE', `/operator/signups/${id}`)).status).toBe(204);
  expect((await getSignup(approving(), made)).status).toBe(404);
  expect((await activate(token, {}, openBrowser(approving()))).status).toBe(403);
  expect((await approving().api('DELETE', `/operator/signups/${id}`)).status).toBe(404);
});

test('a signup that is removed while the password is hashed makes no user', async () => {
  const email = newEmail();
  await requestSignup(approving(), { email });
  const token = await linkTokenOf(approving(), email);
  const { service: signups, activation } = approving().services.signups;
  const { accounts } = approving().services.access;
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
  const other = await approving().given.user(newEmail());
  for (const [method, path] of [
    ['GET', '/operator/signups'],
    ['POST', '/operator/signups/1/approve'],
    ['DELETE', '/operator/signups/1'],
  ] as const)
    expect((await approving().api(method, path, { key: other.full })).status).toBe(403);
  for (const id of ['0', 'x', '-1', '__proto__', '99999999', '9'.repeat(40)])
    expect([id, (await approving().api('POST', `/operator/signups/${id}/approve`)).status]).toEqual([
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
  await requestSignup(approving(), { email });
  const { service: signups, mailing: signupMailing } = approving().services.signups;
  const [signup] = signups.listPending({ number: 1, size: 1 }).signups;
  if (!signup) throw new Error('there is one');
  const links = Array.from({ length: 13 }, () => {
    approving().clock.advance({ seconds: 1 });
    return signupMailing.createLinks([signup]).join('');
  });
  const works = (path: string) => {
    try {
      return (
        approving().services.signups.activation.open(path.split('=')[1] ?? '').status === 'pending_owner'
      );
    } catch {
      return false;
    }
  };
  expect(links.map(works)).toEqual([false, ...links.slice(1).map(() => true)]);
});
