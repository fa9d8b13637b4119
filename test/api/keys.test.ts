/** API keys. Source: api-v1, Authentication; api-v1, Current user. */
import { expect, test } from 'bun:test';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
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
