/** Access to `/mcp`: authentication, Host and Origin, rate limit, body size. */
import { expect, test } from 'bun:test';
import pino from 'pino';
import { openBrowser } from '../support/cookie-jar.ts';
import { callMessage, connectMcp, postMcp } from '../support/mcp-client.ts';
import { openSocket, requestHead, sendRaw } from '../support/raw-http.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const MIB = 1024 * 1024;
const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const CALL = callMessage('list_accounts');

test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'])(
  '%s is 405, and Allow names POST',
  async method => {
    const headers = { authorization: `Bearer ${server().owner.full}`, accept: 'text/event-stream' };
    const response = await fetch(`${server().url}/mcp`, { method, headers });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  },
);

test.each([
  ['no key', { authorization: null }],
  ['a key that is none', { authorization: 'Bearer ff-fa-nothing' }],
  ['another scheme', { authorization: 'Basic b3duZXI6eA==' }],
  ['an empty key', { authorization: 'Bearer ' }],
])('%s is 401, with WWW-Authenticate', async (_, headers) => {
  const response = await postMcp(server(), LIST, headers);
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await response.json()).toEqual({
    error: 'a valid API key is required: Authorization: Bearer <API_KEY>',
  });
});

test('a session cookie does not authenticate', async () => {
  const browser = openBrowser(server());
  await browser.signIn();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  expect(cookie).toContain('footfall=');
  const response = await postMcp(server(), LIST, { authorization: null, cookie, origin: server().url });
  expect(response.status).toBe(401);
});

/** The head of a request with a body, without a User-Agent. */
const headOf = (at: TestServer, body: string, headers: Record<string, string> = {}) =>
  requestHead('POST', '/mcp', {
    authorization: `Bearer ${at.owner.full}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': String(body.length),
    ...headers,
  });

test('a client needs no User-Agent', async () => {
  expect((await sendRaw(server().url, headOf(server(), LIST), LIST)).status).toBe(200);
});

/** Sends a request under another `Host`, with or without an `Origin`. */
async function under(at: TestServer, host: string, origin?: string): Promise<number> {
  const head = headOf(at, LIST, { host, ...(origin === undefined ? {} : { origin }) });
  return (await sendRaw(at.url, head, LIST)).status;
}

test.each([
  ['localhost', 200],
  ['localhost:9999', 200],
  ['LOCALHOST', 200],
  ['127.0.0.1', 200],
  ['127.0.0.2:80', 200],
  ['[::1]:8790', 200],
  ['evil.example', 403],
  ['evil.example:8790', 403],
  ['localhost.evil.example', 403],
  ['127.0.0.1.evil.example', 403],
  ['192.0.2.7', 403],
  ['evil.example@localhost', 403],
  ['localhost/evil', 403],
])('the Host %s is answered with %i', async (host, status) => {
  // What is no host at all the HTTP server may refuse by itself.
  const got = await under(server(), host);
  expect(status === 200 ? [200] : [403, 400]).toContain(got);
});

test('the error for an unknown Host names the right one, and the settings of a proxy', async () => {
  const head = requestHead('POST', '/mcp', { host: 'footfall:8790', 'content-length': '0' });
  const { status, text } = await sendRaw(server().url, head);
  expect([status, JSON.parse(text).error]).toEqual([
    403,
    `the Host of the request is no name of this server: use ${server().url}/mcp, let a proxy in front pass the Host on, or set FOOTFALL_BASE_URL to the address it is reached under`,
  ]);
});

test('pages of other origins are rejected, those of its own origin are allowed', async () => {
  const { host } = new URL(server().url);
  expect(await under(server(), host, server().url)).toBe(200);
  const evil = ['https://evil.example', `${server().url}.evil.example`];
  for (const origin of [...evil, 'null', 'http://localhost:6274', 'x'])
    expect([origin, await under(server(), host, origin)]).toEqual([origin, 403]);
  const response = await postMcp(server(), LIST, { origin: 'https://evil.example' });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(await response.json()).toEqual({ error: expect.stringContaining('Origin') });
});

test('the public origin is a place of its own, and a server on every address is reached under any', async () => {
  await using own = await startTestServer({
    settings: { FOOTFALL_BASE_URL: 'https://stats.example.org', FOOTFALL_HOST: '0.0.0.0' },
  });
  expect(await under(own, 'stats.example.org')).toBe(200);
  expect(await under(own, 'stats.example.org', 'https://stats.example.org')).toBe(200);
  expect(await under(own, '127.0.0.1:8790', 'https://stats.example.org')).toBe(200);
  expect(await under(own, '192.0.2.7:8790')).toBe(200);
  expect(await under(own, 'stats.example.com')).toBe(403);
  expect(await under(own, 'stats.example.org', 'https://evil.example')).toBe(403);
});

test('a request counts like one of the API, and the answer has the remaining count', async () => {
  await using own = await startTestServer({ settings: { FOOTFALL_RATE_LIMIT: '3' } });
  const left = async (body: string) => {
    const response = await postMcp(own, body);
    await response.text();
    return [response.status, response.headers.get('ratelimit-remaining')];
  };
  expect(await left(CALL)).toEqual([200, '2']);
  expect((await own.api('GET', '/me')).headers.get('ratelimit-remaining')).toBe('1');
  expect(await left(LIST)).toEqual([200, '0']);
  const refused = await postMcp(own, CALL);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
  expect(await refused.json()).toEqual({
    error: 'rate limit of 3 requests an hour exceeded: try again in 3600 seconds',
  });
});

test('each message of a batch counts, and a batch over the limit is refused whole', async () => {
  await using own = await startTestServer({ settings: { FOOTFALL_RATE_LIMIT: '4' } });
  const list = (count: number) =>
    `[${Array.from({ length: count }, (_, id) => callMessage('list_accounts', {}, id + 1)).join()}]`;
  expect((await postMcp(own, list(3))).headers.get('ratelimit-remaining')).toBe('1');
  expect((await postMcp(own, list(2))).status).toBe(429);
});

test('an exceeded limit is an error of JSON-RPC', async () => {
  await using own = await startTestServer({ settings: { FOOTFALL_RATE_LIMIT: '3' } });
  await using mcp = await connectMcp(own);
  await mcp.call('list_accounts');
  await expect(mcp.call('list_accounts')).rejects.toThrow('rate limit of 3 requests an hour exceeded');
});

test('a client that disconnects during a call is not logged as an error', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  await using own = await startTestServer({ log });
  const { id: site_id } = await own.given.site();
  await own.given.hits(
    site_id,
    Array.from({ length: 5000 }, (_, n) => ({ path: `/${n}` })),
  );
  const call = callMessage('get_summary', { site_id, include_engagement: true });
  for (let n = 0; n < 20; n++) {
    const socket = await openSocket(own.url);
    await new Promise(settle => socket.write(headOf(own, call) + call, () => settle(null)));
    socket.destroy();
  }
  expect(await (await postMcp(own, CALL)).json()).toMatchObject({ result: expect.anything() });
  expect(lines).toEqual([]);
});

test('a body over 1 MiB is 413, whatever is in it', async () => {
  const response = await postMcp(server(), 'x'.repeat(MIB + 1));
  expect([response.status, await response.json()]).toEqual([413, { error: 'body must be at most 1 MiB' }]);
  const head = requestHead('POST', '/mcp', {
    authorization: `Bearer ${server().owner.full}`,
    'content-length': String(900 * MIB),
  });
  expect((await sendRaw(server().url, head)).status).toBe(413);
});

test('a call just under 1 MiB is read, and refused for what is in it', async () => {
  const response = await postMcp(server(), callMessage('create_site', { url: 'x'.repeat(MIB - 1000) }));
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('url must be a string of 1 to 2048 characters');
});
