/** Rate limits by IP address of endpoints without a key. */
import { expect, test } from 'bun:test';
import { findPublicLimit, PUBLIC_LIMITS } from '../../src/server/public-limits.ts';
import { requestHead, sendMany } from '../support/raw-http.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.0/8' } });
const UID = 'aaaaaaaaaaaaaaaaaaaa';

/** Paths by the limit that they count for. */
const PATHS = {
  reports: ['/collector/x', '/page/x', '/pixel/x.gif'],
  scripts: ['/embed/x.js', '/embed/x/min.js'],
  widgets: ['/widgets/x.json', '/badge/x.svg', '/badge/x/uptime.svg', '/kudos/x.json', '/kudos/x'],
  webmentions: ['/webmention/x'],
  accounts: [
    ...['/session', '/session/options', '/session/reset/confirm', '/session/invitation', '/session/join'],
    ...['/session/activate', '/setup', '/unsubscribe/report/x'],
  ],
  signups: ['/api/v1/agent_signups', '/api/v1/agent_signups/'],
  pages: ['/api/v1', '/api/v1/openapi.json', '/', '/public/x', '/docs/api', '/llms.txt', '/nothing'],
  none: ['/api/v1/agent_signups/x', '/healthz', '/metrics', '/mcp', '/api/v1/sites'],
};

test.each(Object.entries(PATHS).flatMap(([name, paths]) => paths.map(path => [path, name] as const)))(
  '%s counts for %s',
  (path, name) => expect<string | null>(findPublicLimit(path)).toBe(name === 'none' ? null : name),
);

const headersOf = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': 'test' });
const ask = (method: string, path: string, address: string) =>
  fetch(server().url + path, {
    method,
    headers: headersOf(address),
    ...(method === 'POST' ? { body: '{' } : {}),
  });

/** Asks so many times, and returns the statuses. */
const askOften = (count: number, method: string, path: string, address: string) =>
  sendMany(server().url, count, connection => {
    const body = method === 'POST' ? '{' : '';
    const headers = { ...headersOf(address), connection, 'content-length': `${body.length}` };
    return `${requestHead(method, path, headers)}${body}`;
  });

test.each([
  ['webmentions', 'POST', `/webmention/${UID}`, '198.51.100.1'],
  ['accounts', 'GET', '/session/options', '198.51.100.2'],
  ['widgets', 'GET', `/badge/${UID}.svg`, '9.9.9.1'],
  ['reports', 'POST', `/collector/${UID}`, '9.9.9.2'],
] as const)(
  'of %s an address has so many a minute, then 429 until it is over',
  async (name, method, path, address) => {
    const { limit } = PUBLIC_LIMITS[name];
    const statuses = await askOften(limit, method, path, address);
    expect([statuses.length, statuses.includes(429)]).toEqual([limit, false]);
    const refused = await ask(method, path, address);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect((await refused.json()).error).toStartWith(
      `too many requests from this address: at most ${limit} in 60`,
    );
    expect((await ask(method, path, '9.9.9.3')).status).not.toBe(429);
    server().clock.advance({ minutes: 1 });
    expect((await ask(method, path, address)).status).not.toBe(429);
  },
);

test('no hits are lost behind a proxy that is not configured', async () => {
  const count = PUBLIC_LIMITS.widgets.limit + 100;
  const statuses = await askOften(count, 'GET', `/badge/${UID}.svg`, '172.17.0.1');
  expect([statuses.length, ...new Set(statuses)]).toEqual([count, 404]);
});

test('each part of a batch counts', async () => {
  const parts = Array.from({ length: 12 }, () => 'path=/agent_signups').join('&');
  const statuses = async () => {
    const { answers } = await (await ask('GET', `/batch?${parts}`, '198.51.100.9')).json();
    return answers.map(({ status }: { status: number }) => status);
  };
  for (let done = 0; done < PUBLIC_LIMITS.signups.limit; done += 12)
    expect(await statuses()).toEqual(Array.from({ length: 12 }, () => 405));
  expect(await statuses()).toEqual(Array.from({ length: 12 }, () => 429));
});
