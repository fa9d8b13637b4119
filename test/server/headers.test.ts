/** Allowed Host headers, and Strict-Transport-Security. */
import { expect, test } from 'bun:test';
import { requestHead, sendRaw } from '../support/raw-http.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const agent = () => ({ 'user-agent': 'test', authorization: `Bearer ${server().owner.full}` });
const get = (path: string, host: string, own = server()) =>
  sendRaw(own.url, requestHead('GET', path, { host, ...agent() }));

test('pages are served under a host name of any length', async () => {
  for (const host of ['a', 'pi', 'nas', 'nas:8', 'stats.example.org', '[::1]', 'my_host', 'a.example.'])
    for (const path of ['/', '/healthz', '/login', '/docs', '/api/v1', '/api/v1/sites?per_page=1'])
      expect([host, path, (await get(path, host)).status]).toEqual([host, path, 200]);
});

const BAD_HOSTS = ['a^b', 'a b', '<>', '[::1', '[', 'a:b:c', '%00', 'a.example/x?y#', 'u:p@a.example'];

test('an invalid Host is 400 on every path', async () => {
  const { uid } = await server().given.site({ public: true });
  const widgets = [`/badge/${uid}.svg?label=x`, `/kudos/${uid}.json?path=/x`, `/pixel/${uid}.gif?path=/x`];
  const pages = ['/', `/public/${uid}?x`, '/docs/api?x', '/join/options?token=x'];
  const paths = [...widgets, ...pages, '/healthz', '/api/v1/sites?page=1', '/api/v1/nothing?x'];
  for (const host of BAD_HOSTS)
    for (const path of paths) {
      const { status, text } = await get(path, host);
      expect([host, path, status]).toEqual([host, path, 400]);
      expect(JSON.parse(text).error).toBe(
        `the Host header must be a host name or an address, with a port or without, got ${JSON.stringify(host)}`,
      );
    }
});

test('a request without a Host, as HTTP/1.0 has it, is for the public origin', async () => {
  const lines = Object.entries(agent()).map(([name, value]) => `${name}: ${value}\r\n`);
  for (const path of ['/healthz', '/api/v1/sites?page=1', '/docs', '//x/y/z']) {
    const { status } = await sendRaw(server().url, `GET ${path} HTTP/1.0\r\n${lines.join('')}\r\n`);
    expect([path, status]).toEqual([path, path === '//x/y/z' ? 404 : 200]);
  }
  expect((await get('/api/v1/sites?page=1', '')).status).toBe(200);
});

test('every https response has Strict-Transport-Security, for this host alone', async () => {
  const settings = { FOOTFALL_BASE_URL: 'https://stats.example.org' };
  await using own = await startTestServer({ settings });
  const { uid } = await own.given.site({ public: true });
  const widgets = [`/badge/${uid}.svg`, `/kudos/${uid}.json?path=/`, `/pixel/${uid}.gif`];
  const pages = ['/', '/docs', '/nothing', `/public/${uid}`, `/embed/${uid}.js`];
  const paths = [...widgets, ...pages, '/healthz', '/api/v1', '/api/v1/me'];
  for (const [path, host] of [...paths.map(path => [path, 'stats.example.org']), ['/', 'a^b']]) {
    const { headers } = await get(path ?? '', host ?? '', own);
    expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000']);
  }
  const preflight = await fetch(`${own.url}/collector/${uid}`, { method: 'OPTIONS' });
  expect(preflight.headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('without https there is no Strict-Transport-Security', async () => {
  for (const path of ['/', '/healthz', '/api/v1'])
    expect((await get(path, 'localhost')).headers['strict-transport-security']).toBeUndefined();
});

test('responses have nosniff, and private ones are not cached', async () => {
  const { uid } = await server().given.site({ public: true });
  const open = ['/', '/docs', `/embed/${uid}.js`, `/badge/${uid}.svg`, `/widgets/${uid}.json?show=hits`];
  const kept = ['/metrics', '/healthz', '/api/v1/me', '/x'];
  const sessions = ['/session/options', '/session/invitation?token=x'];
  for (const path of [...open, ...kept, ...sessions, `/pixel/${uid}.gif`]) {
    const { headers } = await get(path, 'localhost');
    expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff']);
    if (!open.includes(path)) expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
  }
});
