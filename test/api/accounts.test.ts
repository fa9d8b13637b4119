/** `GET /me`, `GET /accounts`, what each plan gives, and keys. Source: api-v1, Account; Current user; Authentication; decisions, section 3. */
import { expect, test } from 'bun:test';
import { type Plan, planRights } from '../../src/core/plans.ts';
import { startTestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();

test('GET /me shows the user, the key and the accounts, and nothing else', async () => {
  const user = await server().given.user('me@example.org', 'zen');
  const { status, body } = await server().api('GET', '/me', { key: user.full });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: user.id,
    email: 'me@example.org',
    is_subscribed: true,
    created_at: '2026-03-10T12:00:00.000Z',
    api_key: { name: 'full_access', access_type: 'full_access', last_used_at: '2026-03-10T12:00:00.000Z' },
    accounts: [
      { id: user.id, name: 'me', kind: 'personal', role: 'owner', is_subscribed: true, is_plus: false },
    ],
  });
});

test('GET /accounts lists the personal account first, then every active team', async () => {
  const viewer = await aMember(server(), 'viewer');
  expect(await server().get('/accounts', viewer.readOnly)).toEqual({
    accounts: table(
      'id name kind role is_subscribed is_plus',
      [viewer.id, viewer.email.split('@')[0], 'personal', 'owner', false, false],
      [server().owner.id, 'owner', 'team', 'viewer', true, true],
    ),
  });
});

test('is_subscribed and is_plus follow from the plan', async () => {
  const plans: [Plan, boolean, boolean][] = [
    ['none', false, false],
    ['zen', true, false],
    ['pro', true, true],
    ['ultra', true, true],
  ];
  for (const [plan, isSubscribed, isPlus] of plans) {
    const { full: key } = await server().given.user(`${plan}@plans.example`, plan);
    const [account] = (await server().get('/accounts', key)).accounts;
    expect(account).toMatchObject({ is_subscribed: isSubscribed, is_plus: isPlus });
    expect((await server().get('/me', key)).is_subscribed).toBe(isSubscribed);
  }
});

test('without a plan the API refuses the account’s sites until it is renewed', async () => {
  const user = await server().given.user('lapsed@example.org', 'zen');
  const site = await server().given.site({ url: 'https://lapsed.example' }, user.full);
  const ask = () => server().api('GET', `/sites/${site.id}`, { key: user.full });
  await server().setUser(user.email, { plan: 'none' });
  expect((await ask()).status).toBe(403);
  await server().setUser(user.email, { plan: 'zen' });
  expect((await ask()).status).toBe(200);
});

test('zen allows 5 sites, and the sixth is 422 naming the limit', async () => {
  const { full: key } = await server().given.user('five@example.org', 'zen');
  for (let n = 1; n <= 5; n++)
    expect((await server().given.site({ url: `https://s${n}.example` }, key)).id).toBeNumber();
  const { status, body } = await server().post('/sites', { url: 'https://s6.example' }, key);
  expect(status).toBe(422);
  expect(body).toEqual({ error: 'the plan zen allows 5 sites, and all of them are in use' });
});

test('a deleted site makes room under the plan’s limit', async () => {
  const { full: key } = await server().given.user('room@example.org', 'zen');
  const sites = [];
  for (let n = 1; n <= 5; n++) sites.push(await server().given.site({ url: `https://s${n}.example` }, key));
  await server().api('DELETE', `/sites/${sites[0].id}`, { key });
  expect((await server().post('/sites', { url: 'https://s6.example' }, key)).status).toBe(201);
});

test('pro allows 50 sites', async () => {
  const { full: key } = await server().given.user('fifty@example.org', 'pro');
  for (let n = 1; n <= 50; n++) await server().given.site({ url: `https://s${n}.example` }, key);
  const { status, body } = await server().post('/sites', { url: 'https://s51.example' }, key);
  expect([status, body.error]).toEqual([422, 'the plan pro allows 50 sites, and all of them are in use']);
});

test('a trial gives its plan up to its last moment, and nothing afterwards', () => {
  const trial = { plan: 'pro', trialEndsAt: new Date('2026-03-24T12:00:00Z') } as const;
  expect(planRights(trial, new Date('2026-03-24T11:59:59.999Z'))).toMatchObject({
    isSubscribed: true,
    sites: 50,
  });
  expect(planRights(trial, new Date('2026-03-24T12:00:00Z'))).toMatchObject({
    isSubscribed: false,
    sites: 0,
  });
});

const lastUse = async (key: string, host = server()): Promise<string> =>
  (await host.api('GET', '/me', { key })).body.api_key.last_used_at;

test('keys begin by what they may do', () => {
  expect(server().owner.full).toMatch(/^ff-fa-[A-Za-z0-9]{44}$/);
  expect(server().owner.readOnly).toMatch(/^ff-ro-[A-Za-z0-9]{44}$/);
});

test('a key with the other beginning is no key', async () => {
  const forged = server().owner.readOnly.replace('ff-ro-', 'ff-fa-');
  expect((await server().api('GET', '/me', { key: forged })).status).toBe(401);
});

test('a revoked key is 401 at once, and the others go on', async () => {
  const { keys } = server().services.access;
  const { key, secret } = keys.create({
    userId: server().owner.id,
    name: 'soon gone',
    access: 'full_access',
  });
  expect((await server().api('GET', '/me', { key: secret })).status).toBe(200);
  keys.revoke(key.id);
  expect((await server().api('GET', '/me', { key: secret })).status).toBe(401);
  expect((await server().api('GET', '/me')).status).toBe(200);
});

test('last_used_at moves at most once a minute', async () => {
  await using own = await startTestServer();
  const key = own.owner.full;
  const first = await lastUse(key, own);
  expect(first).toBe('2026-03-10T12:00:00.000Z');
  own.clock.advance({ seconds: 59 });
  expect(await lastUse(key, own)).toBe(first);
  own.clock.advance({ seconds: 1 });
  expect(await lastUse(key, own)).toBe('2026-03-10T12:01:00.000Z');
});

test('revoking one key does not turn back the last use of another', async () => {
  await using own = await startTestServer();
  await lastUse(own.owner.full, own);
  await own.job('keys.save-use');
  own.clock.advance({ minutes: 2 });
  const before = await lastUse(own.owner.full, own);
  own.clock.advance({ seconds: 30 });
  const { key } = own.services.access.keys.create({ userId: own.owner.id, name: 'x', access: 'read_only' });
  own.services.access.keys.revoke(key.id);
  expect(await lastUse(own.owner.full, own)).toBe(before);
});

test('last_used_at is kept over a stop and a start', async () => {
  await using first = await startTestServer();
  const { data, clock, owner } = first;
  await lastUse(owner.full, first);
  await first.stop();
  await using second = await startTestServer({ data, clock });
  clock.advance({ seconds: 30 });
  expect(await lastUse(owner.full, second)).toBe('2026-03-10T12:00:00.000Z');
});

test('a key shows its name and what it may do, never itself', async () => {
  const { body } = await server().api('GET', '/me', { key: server().owner.readOnly });
  expect(body.api_key).toMatchObject({ name: 'read_only', access_type: 'read_only' });
  expect(JSON.stringify(body)).not.toContain(server().owner.readOnly.slice(6, 18));
});
