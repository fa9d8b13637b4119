/** Which fault is told first when a request has several. Source: decisions, section 2. */
import { expect, test } from 'bun:test';
import { startTestServer } from '../support/server.ts';
import { aMember, shareServer } from '../support/shared-server.ts';

const server = shareServer();
const NO_SITE = '/sites/999999';
const TOO_LARGE = `"${'x'.repeat(11 * 1024 * 1024)}"`;

test('without a key a bad body is 401', async () => {
  const { status, body, headers } = await server().api('POST', '/sites', { key: null, body: '{' });
  expect(status).toBe(401);
  expect(body).toEqual({ error: 'a valid API key is required: Authorization: Bearer <API_KEY>' });
  expect(headers.get('www-authenticate')).toBe('Bearer');
});

test('without a key a site that does not exist is 401', async () => {
  expect((await server().api('GET', NO_SITE, { key: null })).status).toBe(401);
});

test('a key that is none of ours is 401, whatever its form', async () => {
  const forms = ['x', 'ff-fa-x', `ff-fa-${'A'.repeat(44)}`, `${server().owner.full}x`, "' or 1=1 --"];
  for (const key of forms) expect((await server().api('GET', '/me', { key })).status).toBe(401);
});

test('another scheme than Bearer is 401', async () => {
  const headers = { authorization: `Basic ${btoa(`x:${server().owner.full}`)}` };
  expect((await server().api('GET', '/me', { key: null, headers })).status).toBe(401);
});

test('the scheme is read whatever its case', async () => {
  const headers = { authorization: `bearer ${server().owner.full}` };
  expect((await server().api('GET', '/me', { key: null, headers })).status).toBe(200);
});

test('a used-up key is told 429 before 403, 404, 400 and 422', async () => {
  await using limited = await startTestServer({ settings: { FOOTFALL_RATE_LIMIT: '1' } });
  const { owner, api } = limited;
  await api('GET', '/me');
  await api('GET', '/me', { key: owner.readOnly });
  expect((await api('POST', '/sites', { key: owner.readOnly, body: {} })).status).toBe(429);
  expect((await api('GET', NO_SITE)).status).toBe(429);
  expect((await api('GET', '/sites?start_date=x')).status).toBe(429);
  expect((await api('POST', '/sites', { body: '{' })).status).toBe(429);
});

test('a revoked key that is used up is 401', async () => {
  await using limited = await startTestServer({ settings: { FOOTFALL_RATE_LIMIT: '1' } });
  const { keys } = limited.services;
  const { key, secret } = keys.create({ userId: limited.owner.id, name: 'gone', access: 'full_access' });
  await limited.api('GET', '/me', { key: secret });
  keys.revoke(key.id);
  expect((await limited.api('GET', '/me', { key: secret })).status).toBe(401);
});

test('a write with a read-only key is 403 before 404 and 422', async () => {
  const key = server().owner.readOnly;
  const answers = await Promise.all([
    server().api('DELETE', NO_SITE, { key }),
    server().api('POST', '/sites', { key, body: '{' }),
    server().api('POST', '/sites', { key, body: {} }),
    server().api('POST', `${NO_SITE}/hits/batch`, { key, body: {} }),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(403);
    expect(body).toEqual({ error: 'write access required: this API key is read-only' });
  }
});

test('a write with a read-only key is 403 before its body is too large', async () => {
  const key = server().owner.readOnly;
  expect((await server().api('POST', '/sites', { key, body: TOO_LARGE })).status).toBe(403);
});

test('a viewer who writes is 403 before 404 and 422', async () => {
  const viewer = await aMember(server(), 'viewer');
  const on = `?account_id=${server().owner.id}`;
  const write = (method: string, path: string, body?: unknown) =>
    server().api(method, `${path}${on}`, { key: viewer.full, body });
  expect((await write('DELETE', NO_SITE)).status).toBe(403);
  expect((await write('POST', '/sites', '{')).status).toBe(403);
});

test('an account without a subscription is 403 before 404, 400 and 422', async () => {
  const { full: key } = await server().given.user('broke@example.org', 'none');
  const answers = await Promise.all([
    server().api('GET', NO_SITE, { key }),
    server().api('GET', '/sites?start_date=x', { key }),
    server().api('POST', '/sites', { key, body: '{' }),
    server().api('POST', '/sites', { key, body: {} }),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(403);
    expect(body).toEqual({ error: 'an active subscription is required' });
  }
});

test('a site that is not there is 404 before 400 and 422', async () => {
  expect((await server().api('GET', `${NO_SITE}/hits?per_page=0`)).status).toBe(404);
  expect((await server().api('PATCH', NO_SITE, { body: '{' })).status).toBe(404);
  expect((await server().api('PATCH', NO_SITE, { body: { url: 7 } })).status).toBe(404);
  expect((await server().api('POST', `${NO_SITE}/hits`, { body: [] })).status).toBe(404);
});

test('an account that is not there is 404 before 400 and 422', async () => {
  expect((await server().api('GET', '/sites?account_id=999&start_date=x')).status).toBe(404);
  expect((await server().api('POST', '/sites', { body: { account_id: 999, url: 7 } })).status).toBe(404);
});
