/** A user's own keys: made, shown, renamed and revoked through the API. */
import { expect, test } from 'bun:test';
import { openBrowser } from '../support/cookie-jar.ts';
import { refusedStarting, refusedWith } from '../support/refused.ts';
import { startTestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();
let users = 0;
const newUser = () => server().given.user(`keys-${++users}@example.org`);
const call = (method: string, path: string, key: string, body?: unknown) =>
  server().api(method, path, { key, body });
const make = async (key: string, access = 'read_only') =>
  (await call('POST', '/keys', key, { name: 'weekly report', access_type: access })).body;

test('a new key is shown once, and from then on only its hint', async () => {
  const { full } = await newUser();
  const { status, body } = await call('POST', '/keys', full, { name: ' report ', access_type: 'read_only' });
  expect(status).toBe(201);
  expect(body).toEqual({
    key: {
      id: expect.any(Number),
      name: 'report',
      access_type: 'read_only',
      hint: `${body.api_key.slice(0, 12)}…${body.api_key.slice(-4)}`,
      created_at: server().clock.now().toISOString(),
      last_used_at: null,
    },
    api_key: expect.stringMatching(/^ff-ro-[A-Za-z0-9]{44}$/),
  });
  const list = (await call('GET', '/keys', full)).body;
  expect(list.keys[0]).toEqual(body.key);
  expect(JSON.stringify(list)).not.toContain(body.api_key.slice(12, -4));
});

test('a new key works at once, as far as it may', async () => {
  const { full, email } = await newUser();
  const reads = (await make(full)).api_key;
  const writes = (await make(full, 'full_access')).api_key;
  expect((await call('GET', '/me', reads)).body.email).toBe(email);
  expect((await call('PATCH', '/me/settings', reads, { theme: 'dark' })).status).toBe(403);
  expect((await call('PATCH', '/me/settings', writes, { theme: 'dark' })).status).toBe(200);
});

test('the last use is shown before it is saved, and after', async () => {
  await using own = await startTestServer();
  const { body } = await own.api('GET', '/keys');
  const [, used] = body.keys;
  expect([used.name, used.last_used_at]).toEqual(['full_access', own.clock.now().toISOString()]);
  await own.job('keys.save-use');
  expect(await own.get('/keys')).toEqual(body);
});

test('PATCH and PUT rename a key, also for what the key sees of itself', async () => {
  const { full } = await newUser();
  const { key, api_key: secret } = await make(full);
  await call('GET', '/me', secret);
  for (const method of ['PATCH', 'PUT']) {
    const { body } = await call(method, `/keys/${key.id}`, full, { name: ` ${method} ` });
    expect(body).toEqual({ key: { ...key, name: method, last_used_at: expect.any(String) } });
    expect((await call('GET', '/me', secret)).body.api_key.name).toBe(method);
  }
});

test('a revoked key is 401 at once, is not listed, and is 404 from then on', async () => {
  const { full } = await newUser();
  const { key, api_key: secret } = await make(full);
  await call('GET', '/me', secret);
  expect((await call('DELETE', `/keys/${key.id}`, full)).status).toBe(204);
  expect((await call('GET', '/me', secret)).status).toBe(401);
  expect((await call('GET', '/keys', full)).body.keys.map(({ id }: { id: number }) => id)).not.toContain(
    key.id,
  );
  expect((await call('DELETE', `/keys/${key.id}`, full)).status).toBe(404);
  expect((await call('PATCH', `/keys/${key.id}`, full, { name: 'x' })).status).toBe(404);
});

test('a key may revoke itself', async () => {
  const { full } = await newUser();
  const { key, api_key: own } = await make(full, 'full_access');
  expect((await call('DELETE', `/keys/${key.id}`, own)).status).toBe(204);
  expect((await call('GET', '/me', own)).status).toBe(401);
});

test('keys of others are 404, also those of a team’s owner', async () => {
  const { owner } = server();
  const { key, api_key: secret } = await make(owner.full);
  const member = await aMember(server(), 'admin');
  for (const path of [`/keys/${key.id}`, `/keys/${key.id}?account_id=${owner.id}`]) {
    expect((await call('DELETE', path, member.full)).status).toBe(404);
    expect((await call('PATCH', path, member.full, { name: 'x' })).status).toBe(404);
  }
  const { body } = await call('GET', `/keys?account_id=${owner.id}`, member.full);
  expect(body.keys).toHaveLength(2);
  expect((await call('GET', '/me', secret)).status).toBe(200);
});

test('who has no plan makes keys too, for the teams they are in', async () => {
  const member = await aMember(server(), 'viewer');
  const { api_key: secret } = await make(member.full);
  const path = `/sites?account_id=${server().owner.id}`;
  expect((await call('GET', path, secret)).status).toBe(200);
});

test('a session makes keys from pages of this server only', async () => {
  const browser = openBrowser(server());
  await browser.signIn();
  const body = { name: 'from a page', access_type: 'read_only' };
  expect((await browser.api('POST', '/keys', body)).status).toBe(201);
  const origin = { origin: 'https://evil.example' };
  expect((await browser.ask('POST', '/api/v1/keys', body, origin)).status).toBe(403);
});

test('a user has at most a hundred keys', async () => {
  const { full } = await newUser();
  const statuses = [];
  for (let n = 0; n < 99; n++)
    statuses.push((await call('POST', '/keys', full, { name: 'x', access_type: 'read_only' })).status);
  expect(statuses.filter(status => status === 201)).toHaveLength(98);
  const { body } = await call('POST', '/keys', full, { name: 'x', access_type: 'read_only' });
  expect(body.error).toBe('a user may have 100 keys, and all of them are in use: revoke one');
});

const NO_TEXTS = [undefined, 7, null, [], {}];
const BAD_TEXTS = ['', '  ', 'x'.repeat(201), 'x'.repeat(70_000), 'a\u0000b', '\u001b[2J', '\ud800'];

test('hostile names are 422 and named', async () => {
  const { full } = await newUser();
  const { key } = await make(full);
  for (const name of [...NO_TEXTS, ...BAD_TEXTS]) {
    const answers = [
      await call('POST', '/keys', full, { name, access_type: 'read_only' }),
      await call('PATCH', `/keys/${key.id}`, full, { name }),
    ];
    for (const answer of answers) expect([name, answer]).toEqual([name, refusedStarting(422, 'name ')]);
  }
  for (const name of ['<b>x</b>', '__proto__', '💩'.repeat(200), "' or 1=1; --"])
    for (const [method, below] of Object.entries({ POST: '', PATCH: `/${key.id}` })) {
      const { body } = await call(method, `/keys${below}`, full, { name, access_type: 'read_only' });
      expect(body.key.name).toBe(name);
    }
});

test('an access that is none is 422 and named', async () => {
  for (const access of [undefined, null, '', 'write', 'FULL_ACCESS', 7, ['read_only'], '__proto__']) {
    const answer = await call('POST', '/keys', server().owner.full, { name: 'x', access_type: access });
    expect([access, answer]).toEqual([access, refusedWith(422, 'access_type')]);
  }
});

test('a key from before there were hints shows how it begins', async () => {
  const { full } = await newUser();
  const { key } = await make(full);
  const { keys } = server().services.access;
  const [row] = keys.listActive((await call('GET', '/me', full)).body.id);
  if (!row) throw new Error('the key is not there');
  expect(keys.view({ ...row, endsWith: null }).hint).toBe(key.hint.slice(0, -4));
});
