/** Rate limits by IP address of endpoints without a key. */
import { expect, test } from 'bun:test';
import { findPublicLimit, PUBLIC_LIMITS } from '../../src/server/public-limits.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.0/8' } });
const UID = 'aaaaaaaaaaaaaaaaaaaa';

test.each([
  ['/collector/x', 'reports'],
  ['/page/x', 'reports'],
  ['/pixel/x.gif', 'reports'],
  ['/embed/x.js', 'scripts'],
  ['/embed/x/min.js', 'scripts'],
  ['/widgets/x.json', 'widgets'],
  ['/badge/x.svg', 'widgets'],
  ['/badge/x/uptime.svg', 'widgets'],
  ['/kudos/x.json', 'widgets'],
  ['/kudos/x', 'widgets'],
  ['/webmention/x', 'webmentions'],
  ['/session', 'accounts'],
  ['/session/options', 'accounts'],
  ['/session/reset/confirm', 'accounts'],
  ['/session/invitation', 'accounts'],
  ['/session/join', 'accounts'],
  ['/session/activate', 'accounts'],
  ['/setup', 'accounts'],
  ['/unsubscribe/report/x', 'accounts'],
  ['/api/v1/agent_signups', 'signups'],
  ['/api/v1/agent_signups/', 'signups'],
  ['/api/v1/agent_signups/x', null],
  ['/api/v1', 'pages'],
  ['/api/v1/openapi.json', 'pages'],
  ['/', 'pages'],
  ['/public/x', 'pages'],
  ['/docs/api', 'pages'],
  ['/llms.txt', 'pages'],
  ['/nothing', 'pages'],
  ['/healthz', null],
  ['/metrics', null],
  ['/mcp', null],
  ['/api/v1/sites', null],
] as const)('%s counts for %p', (path, name) => expect(findPublicLimit(path)).toBe(name));

const ask = (method: string, path: string, address: string) =>
  fetch(server().url + path, {
    method,
    headers: { 'x-forwarded-for': address, 'user-agent': 'test' },
    ...(method === 'POST' ? { body: '{' } : {}),
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
    for (let n = 0; n < limit; n += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, limit - n) }, async () => {
          expect((await ask(method, path, address)).status).not.toBe(429);
        }),
      );
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
  const statuses = new Set<number>();
  for (let n = 0; n <= PUBLIC_LIMITS.widgets.limit; n += 100)
    for (const { status } of await Promise.all(
      Array.from({ length: 100 }, () => ask('GET', `/badge/${UID}.svg`, '172.17.0.1')),
    ))
      statuses.add(status);
  expect([...statuses]).toEqual([404]);
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
