/** Signing in with the dashboard's cookie, and the first user. Source: decisions, section 1; decisions, section 2, CORS. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryPath } from '../stores/durability-folder.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const PASSWORD = 'correct horse';

async function signIn(fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ email: server().owner.email, password: PASSWORD, ...fields });
  const answer = await fetch(`${server().url}/session`, {
    method: 'POST',
    body,
    headers: { origin: server().url, ...headers },
  });
  return { status: answer.status, cookie: answer.headers.get('set-cookie') ?? '' };
}

const withCookie = async () => ({ cookie: (await signIn()).cookie.split(';')[0] ?? '' });

test('the right password opens a session in an HttpOnly, SameSite=Lax cookie', async () => {
  const { status, cookie } = await signIn();
  expect(status).toBe(200);
  expect(cookie).toMatch(/^footfall=[\w-]{43}; /);
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part);
});

test('the address is read whatever its case', async () => {
  expect((await signIn({ email: ' OWNER@example.org ' })).status).toBe(200);
});

test('a session reads the API as its user, without a key and without a rate limit', async () => {
  const { status, body, headers } = await server().api('GET', '/me', {
    key: null,
    headers: await withCookie(),
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ email: server().owner.email, api_key: null });
  expect(headers.get('ratelimit-limit')).toBeNull();
});

test('a session writes from pages of this server only', async () => {
  const cookie = await withCookie();
  const write = (headers: Record<string, string>) =>
    server().api('POST', '/sites', {
      key: null,
      body: { url: 'https://a.example' },
      headers: { ...cookie, ...headers },
    });
  expect((await write({ origin: server().url })).status).toBe(201);
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }])
    expect((await write(headers)).status).toBe(403);
});

test('where the server is reached over TLS a page of its host without TLS is none of its pages', async () => {
  await using behindTls = await startTestServer({
    settings: { FOOTFALL_BASE_URL: 'https://stats.example.org' },
  });
  const status = async (origin: string) =>
    (
      await fetch(`${behindTls.url}/session`, {
        method: 'POST',
        body: JSON.stringify({ email: behindTls.owner.email, password: PASSWORD }),
        headers: { origin, host: 'stats.example.org' },
      })
    ).status;
  expect(await status('http://stats.example.org')).toBe(403);
  expect(await status('https://stats.example.org')).toBe(200);
});

test('no session begins with a password that is replaced while it is compared', async () => {
  const { accounts, sessions } = server().services.access;
  const { email } = await server().given.user('replaced@example.org');
  const user = accounts.getUserByEmail(email);
  const browser = { address: '', userAgent: null, sessionToken: undefined, browserToken: undefined };
  const replacing = accounts.setPassword(user, 'battery staple').then(() => sessions.endAll(user.id));
  await Promise.allSettled([
    replacing,
    ...Array.from({ length: 4 }, () => sessions.signIn(browser, { email, password: PASSWORD })),
  ]);
  expect(sessions.listActive(user.id)).toEqual([]);
});

test('of two who change a password at once one succeeds', async () => {
  const { accounts } = server().services.access;
  const { email } = await server().given.user('raced@example.org');
  const user = accounts.getUserByEmail(email);
  const changes = ['battery staple', 'staple battery'].map(password => accounts.setPassword(user, password));
  const outcomes = (await Promise.allSettled(changes)).map(({ status }) => status);
  expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a wrong password and an unknown user have the same answer', async () => {
  expect((await signIn({ password: 'wrong horse' })).status).toBe(401);
  expect((await signIn({ email: 'nobody@example.org' })).status).toBe(401);
});

test('a page of another origin cannot sign in', async () => {
  expect((await signIn({}, { origin: 'https://evil.example' })).status).toBe(403);
});

test('signing out ends the session', async () => {
  const headers = await withCookie();
  await fetch(`${server().url}/session`, { method: 'DELETE', headers: { origin: server().url, ...headers } });
  expect((await server().api('GET', '/me', { key: null, headers })).status).toBe(401);
});

test('an unknown cookie is 401', async () => {
  for (const cookie of ['footfall=x', 'footfall=', `footfall=${'A'.repeat(43)}`, 'other=1'])
    expect((await server().api('GET', '/me', { key: null, headers: { cookie } })).status).toBe(401);
});

test('a session ends after 30 days without use', async () => {
  await using own = await startTestServer();
  const body = JSON.stringify({ email: own.owner.email, password: PASSWORD });
  const answer = await fetch(`${own.url}/session`, { method: 'POST', body, headers: { origin: own.url } });
  const headers = { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  const status = async () => (await own.api('GET', '/me', { key: null, headers })).status;
  own.clock.advance({ days: 20 });
  expect(await status()).toBe(200);
  own.clock.advance({ days: 20 });
  expect(await status()).toBe(200);
  own.clock.advance({ days: 31 });
  expect(await status()).toBe(401);
});

test('the set-up address is the same after a restart, uses the base URL, and differs between folders', async () => {
  using folder = temporaryPath();
  const data = join(folder.path, 'data');
  const settings = { FOOTFALL_BASE_URL: 'https://stats.example.org' };
  const addresses: (string | null)[] = [];
  for (let start = 0; start < 2; start++) {
    await using own = await startTestServer({ data, hasOwner: false, settings });
    addresses.push(own.setUpUrl);
  }
  await using other = await startTestServer({ hasOwner: false, settings });
  expect(addresses[0]).toMatch(/^https:\/\/stats\.example\.org\/setup\?token=[\w-]{32}$/);
  expect(addresses[1]).toBe(addresses[0] ?? '');
  expect(other.setUpUrl).not.toBe(addresses[0] ?? '');
});

test('a server without users prints a set-up address that works once', async () => {
  await using own = await startTestServer({ hasOwner: false });
  const token = new URL(own.setUpUrl ?? '').searchParams.get('token');
  const setUp = (given: unknown) =>
    fetch(`${own.url}/setup`, {
      method: 'POST',
      headers: { origin: own.url },
      body: JSON.stringify({
        token: given,
        email: 'first@example.org',
        password: PASSWORD,
        time_zone: 'Asia/Tokyo',
      }),
    });
  expect((await setUp('wrong')).status).toBe(403);
  const answer = await setUp(token);
  expect(answer.status).toBe(200);
  const headers = { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  expect((await own.api('GET', '/me', { key: null, headers })).body.email).toBe('first@example.org');
  expect((await setUp(token)).status).toBe(403);
});
