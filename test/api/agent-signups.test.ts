/** Signups by agents, and their answers. Source: api-v1, Endpoints, Agent signup; decisions, section 2; decisions, section 4. */
import { expect, test } from 'bun:test';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refused } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import {
  fromElsewhere,
  getSignup,
  MODES,
  newEmail,
  requestSignup,
  TRUSTS_TEST,
} from '../support/signing-up.ts';

const server = shareServer({ settings: { ...MODES.open, ...TRUSTS_TEST } });
const closed = shareServer({ settings: MODES.closed });

test('a signup waits for its owner, and its agent gets a token and what to do next', async () => {
  const email = newEmail();
  const fields = { email: ` ${email.toUpperCase()} `, agent_name: 'Helper' };
  const { status, body } = await requestSignup(server(), fields);
  expect(status).toBe(201);
  expect(body).toEqual({
    status: 'pending_owner',
    id: expect.stringMatching(/^[a-z0-9]{20}$/),
    token: expect.stringMatching(/^[\w-]{43}$/),
    email,
    activation_expires_at: '2026-03-17T12:00:00.000Z',
    status_url: `${server().url}/api/v1/agent_signups/${body.id}`,
    poll_interval_seconds: 10,
    next_steps: expect.any(Array),
  });
  expect(await getSignup(server(), body)).toMatchObject({
    status: 200,
    body: {
      id: body.id,
      status: 'pending_owner',
      created_at: '2026-03-10T12:00:00.000Z',
      activated_at: null,
      trial_ends_at: null,
      mcp_url: `${server().url}/mcp`,
      message: 'The owner has not opened the activation link yet.',
    },
  });
});

test('an address with an account, in any spelling, is answered as such and creates nothing', async () => {
  const email = newEmail();
  await server().given.user(email);
  await server().given.user('ann@bücher.example');
  const odd = [` ${email} `, email.replace('@', '＠'), 'Ann@XN--bcher-kva.example'];
  const spellings = [email, email.toUpperCase(), ...odd];
  for (const spelling of spellings) {
    const { status, body } = await requestSignup(server(), { email: spelling });
    expect([spelling, status]).toEqual([spelling, 200]);
    expect(body).toEqual({
      status: 'existing_account',
      message: expect.any(String),
      login_url: `${server().url}/login`,
    });
  }
});

const email = 'owner@somewhere.example';
test.each([
  [{}, 'email is required'],
  [{ email: 7 }, 'email must'],
  [{ email: null }, 'email must'],
  [{ email: '' }, 'email must'],
  [{ email: 'x'.repeat(400) }, 'email must'],
  [{ email: 'nobody' }, 'email must be an e-mail address such as name@example.org'],
  [{ email: '__proto__' }, 'email must'],
  [{ email: 'a\u0000b@example.org' }, 'email must'],
  [{ email: '\ud800@example.org' }, 'email must'],
  [{ email: '<b>@example.org' }, 'email must'],
  [{ email: 'оwner@example.org' }, 'email must be an e-mail address'],
  [{ email: ['a@example.org'] }, 'email must'],
  [{ email: 'a@mailinator.com' }, 'email a@mailinator.com cannot be used here'],
  [{ email: 'A@Mail.YopMail.com' }, 'email a@mail.yopmail.com cannot be used here'],
  [{ email: 'a@ｍailinator.com' }, 'email a@mailinator.com cannot be used here'],
  [{ email, tos_accepted: false }, 'tos_accepted must be true, got false'],
  [{ email, tos_accepted: undefined }, 'tos_accepted is required: true'],
  [{ email, tos_accepted: 'true' }, 'tos_accepted must be true, got "true"'],
  [{ email, intended_plan: 'none' }, 'intended_plan must be'],
  [{ email, intended_plan: 7 }, 'intended_plan must be'],
  [{ email, agent_name: 'x'.repeat(201) }, 'agent_name must'],
  [{ email, agent_name: 'a\u001bb' }, 'agent_name must'],
  [{ email, agent_name: '\ud800' }, 'agent_name must'],
  [{ email, agent_client: {} }, 'agent_client must'],
  [{ email, site_url: 'javascript:alert(1)' }, 'site_url must be the address of a website'],
  [{ email, site_url: 'https://user:secret@example.org' }, 'site_url must be'],
  [{ email, site_url: 'https://[::1' }, 'site_url must be'],
  [{ email, site_url: 'nowhere' }, 'site_url must be'],
  [{ email, site_url: `https://example.org/${'x'.repeat(2048)}` }, 'site_url must'],
])('%j is refused with a message that names the reason', async (fields, message) => {
  expect(await requestSignup(server(), fields)).toEqual(refused(422, expect.stringContaining(message)));
});

test('invalid JSON, and unknown or null fields, do no harm', async () => {
  for (const body of ['', '{', '[]', 'null', '"x"']) {
    const call = { key: null, body, headers: fromElsewhere() };
    const answer = await server().api('POST', '/agent_signups', call);
    expect([body, answer.status]).toEqual([body, 422]);
  }
  const none = { agent_name: null, agent_client: ' ', site_url: null, intended_plan: null, admin: true };
  expect((await requestSignup(server(), { email: newEmail(), ...none })).status).toBe(201);
});

test('id and token belong together: everything else is the same 404', async () => {
  const [one, other] = [
    (await requestSignup(server(), { email: newEmail() })).body,
    (await requestSignup(server(), { email: newEmail() })).body,
  ];
  const at = (id: string, query = '', headers = {}) =>
    server().api('GET', `/agent_signups/${id}${query}`, { key: null, headers });
  const header = { 'x-agent-signup-token': one.token };
  expect((await at(one.id, `?token=${one.token}`)).status).toBe(200);
  expect((await at(one.id, `?token=${one.token}`, header)).status).toBe(200);
  const wrong = [
    await at(one.id),
    await at(one.id, `?token=${other.token}`),
    await at(one.id, `?token=${other.token}`, header),
    await at(one.id, `?token=${one.token}`, { 'x-agent-signup-token': other.token }),
    await at(one.id, '', { 'x-agent-signup-token': '' }),
    await at(one.id, `?token=${one.token}`, { 'x-agent-signup-token': '' }),
    await at(one.id, `?token=${'x'.repeat(4000)}`),
    await at('unknown', '', header),
    await at('1', '', header),
    await at('__proto__', '', header),
    await at('%00', '', header),
  ];
  for (const { status, body } of wrong) expect([status, body]).toEqual([404, { error: 'signup not found' }]);
  expect((await at(one.id, '?token=')).status).toBe(400);
});

/** Requests a signup from an address. Returns the status. */
const statusFrom = async (forwarded: string, fields: object = {}, of = server()) =>
  (await requestSignup(of, { email: newEmail(), ...fields }, { 'x-forwarded-for': forwarded })).status;

test('an address may request ten signups an hour and read them six hundred times', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.10' };
  const create = (fields: object = {}) => requestSignup(server(), { email: newEmail(), ...fields }, headers);
  const { body: made } = await create();
  for (let time = 2; time <= 10; time++) expect((await create()).status).toBe(201);
  const refused = await create();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  // Answers about existing accounts have the same limit.
  expect((await create({ email: server().owner.email })).status).toBe(429);
  const read = async () => (await getSignup(server(), made, headers)).status;
  for (let time = 1; time <= 600; time++) expect(await read()).toBe(200);
  expect(await read()).toBe(429);
  server().clock.advance({ hours: 1 });
  expect([(await create()).status, await read()]).toEqual([201, 200]);
});

test('closed signups and an exceeded limit are answered before the body is read', async () => {
  const tooLarge = { site_name: 'x'.repeat(17 * 1024) };
  const address = '192.0.2.20';
  expect(await statusFrom(address, tooLarge, closed())).toBe(403);
  expect(await statusFrom(address, tooLarge)).toBe(413);
  for (let time = 1; time <= 10; time++) await statusFrom(address);
  expect(await statusFrom(address, tooLarge)).toBe(429);
});

test('refused requests do not count as signups', async () => {
  const address = '192.0.2.30';
  const refused = [
    { email: 'nobody' },
    { email: 'a@mailinator.com' },
    { email: newEmail(), site_url: 'nowhere' },
    { email: newEmail(), tos_accepted: false },
  ];
  for (let time = 1; time <= 3; time++)
    for (const fields of refused) expect([fields, await statusFrom(address, fields)]).toEqual([fields, 422]);
  for (let time = 1; time <= 10; time++) expect(await statusFrom(address)).toBe(201);
  expect(await statusFrom(address)).toBe(429);
});

test('a customer’s whole /64 is one address, and what a stranger forwards counts for nothing', async () => {
  for (let host = 1; host <= 10; host++) expect(await statusFrom(`2001:db8:1:2:${host}::1`)).toBe(201);
  expect([await statusFrom('2001:db8:1:2::ffff'), await statusFrom('2001:db8:1:3::1')]).toEqual([429, 201]);
  for (let host = 1; host <= 10; host++) expect(await statusFrom(`198.51.100.${host}, 192.0.2.1`)).toBe(201);
  expect([await statusFrom('192.0.2.1'), await statusFrom('::ffff:192.0.2.1')]).toEqual([429, 429]);
  await using bare = await startTestServer({ settings: MODES.open });
  for (let host = 1; host <= 10; host++) expect(await statusFrom(`198.51.100.${host}`, {}, bare)).toBe(201);
  expect(await statusFrom('198.51.100.77', {}, bare)).toBe(429);
});

test.each([
  ['example.org:8080', 'https://example.org:8080/'],
  ['//example.org', 'https://example.org/'],
  [' HTTP://Example.org/a?b#c ', 'http://example.org/a?b#c'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['https://example.org/<b>\u202e', 'https://example.org/%3Cb%3E%E2%80%AE'],
])('the site %j is suggested as %s', async (site, whole) => {
  await requestSignup(server(), { email: newEmail(), site_url: site });
  expect(server().services.signups.service.listPending({ number: 1, size: 1 }).signups[0]?.siteUrl).toBe(
    whole,
  );
});

test('error texts neutralise characters that reverse the direction', async () => {
  for (const fields of [{ email: 'a\u202eb' }, { email: newEmail(), site_url: 'https://a\u202eb.example' }]) {
    const { status, body } = await requestSignup(server(), fields);
    expect([status, /\u202e/.test(body.error)]).toEqual([422, false]);
  }
});

test('an owner is mailed at most five times a day by all clients together', async () => {
  const address = newEmail();
  for (let time = 1; time <= 5; time++)
    expect((await requestSignup(server(), { email: address })).status).toBe(201);
  expect((await requestSignup(server(), { email: address.toUpperCase() })).status).toBe(429);
  expect((await requestSignup(server(), { email: newEmail() })).status).toBe(201);
});

test('too many signups of an owner are answered with Retry-After', async () => {
  const address = newEmail();
  for (let time = 1; time <= 5; time++) {
    await requestSignup(server(), { email: address });
    server().clock.advance({ hours: 4 });
  }
  const refused = await requestSignup(server(), { email: address });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(4 * 3600)]);
  server().clock.advance({ hours: 4 });
  expect((await requestSignup(server(), { email: address })).status).toBe(201);
});

test('the answer promises no mail where none is sent', async () => {
  await using own = await startTestServer({ settings: MODES.approve });
  const { next_steps: steps } = (await requestSignup(own, { email: newEmail() })).body;
  expect(steps.join(' ')).toContain('approved the signup.');
  expect(steps.join(' ')).not.toContain('mailed');
});

test('where signups are closed they are 403, also for those who have an account', async () => {
  for (const fields of [{ email: newEmail() }, { email: closed().owner.email }, { email: 'nobody' }])
    expect((await requestSignup(closed(), fields)).status).toBe(403);
  for (const body of ['', '{', 'null'])
    expect((await closed().post('/agent_signups', body, null)).status).toBe(403);
});

test('before there is an operator signups are refused', async () => {
  await using own = await startTestServer({ settings: MODES.open, hasOwner: false });
  expect(await requestSignup(own, { email: newEmail() })).toEqual(
    refused(403, 'this server is not set up yet: its owner has to be added first'),
  );
});

const listFile = () => join(server().data, 'blocked-mail-domains.txt');
const statusOf = async (address: string) => (await requestSignup(server(), { email: address })).status;

test("the operator's list blocks and allows domains while the server runs", async () => {
  expect(await statusOf('a@unwanted.example')).toBe(201);
  writeFileSync(
    listFile(),
    '\ufeff# ours\r\nUnwanted.example # all of it\n@bücher.example\nbob@fine.example\n!mailinator.com\n???\n',
  );
  const wanted: [string, number][] = [
    ['b@unwanted.example', 422],
    ['b@mail.unwanted.example', 422],
    ['b@xn--bcher-kva.example', 422],
    ['bob@fine.example', 422],
    ['ann@fine.example', 201],
    ['b@mailinator.com', 201],
    ['b@yopmail.com', 422],
  ];
  for (const [address, status] of wanted)
    expect([address, await statusOf(address)]).toEqual([address, status]);
  rmSync(listFile());
  expect(await statusOf('bob@fine.example')).toBe(201);
  expect(await statusOf('c@mailinator.com')).toBe(422);
});

test("where the operator's list cannot be read, the one before stays in use", async () => {
  writeFileSync(listFile(), 'unwanted.example');
  expect(await statusOf('a@unwanted.example')).toBe(422);
  for (const spoil of [() => mkdirSync(listFile()), () => symlinkSync(listFile(), listFile())]) {
    rmSync(listFile(), { recursive: true });
    spoil();
    expect([await statusOf('b@unwanted.example'), await statusOf(newEmail())]).toEqual([422, 201]);
  }
});
