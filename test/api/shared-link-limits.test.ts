/** What a shared link never shows, whatever is asked of it: other visits than its segment’s, single rows, and figures of other sections. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer({ settings: { FOOTFALL_TRUSTED_PROXIES: '127.0.0.1' } });

/** Adds a site with two pages of one visit that a search began, and a link; returns the address of its reports. */
async function aLinkedSite(sections: readonly string[], filters?: object): Promise<string> {
  const { hits, path, post } = await givenSite(server());
  const visitor = { visitor_id: 'from a search' };
  await hits([
    { path: '/a', referrer: 'https://www.google.com/', ...visitor },
    { path: '/b', ...visitor },
  ]);
  const segment_id = filters && (await post('/segments', { name: 'One', filters })).body.segment.id;
  const { body } = await post('/shared_links', { name: 'For a client', sections, segment_id });
  return `${new URL(body.url).pathname}/api/v1${path}`;
}
const get = (path: string) => fetch(server().url + path, { headers: { 'user-agent': 'footfall-test' } });

test('a segment means visits: what was read later in a visit of another channel is not shown', async () => {
  const reports = await aLinkedSite(['visitors', 'pages'], { channel: 'Direct' });
  const own = await get(`${reports}/hits?group_by=path`);
  const headers = ['referrer-policy', 'cache-control', 'x-robots-tag', 'access-control-allow-origin'];
  expect(headers.map(name => own.headers.get(name))).toEqual([
    'no-referrer',
    'no-store',
    'noindex, nofollow',
    null,
  ]);
  expect(await own.json()).toMatchObject({ grouped_hits: [] });
  const widened = await get(`${reports}/hits?group_by=path&attribution=hit`);
  expect([widened.status, await widened.json()]).toEqual([
    400,
    { error: 'attribution must be visit here, since only some visits are shown, got hit' },
  ]);
});

test.each(['agent_visits', 'kudos', 'hits', 'events'])('single rows of %s are in no section', async kind => {
  const reports = await aLinkedSite(['visitors', 'pages', 'events', 'agents', 'kudos']);
  for (const end of ['', '.csv', '?grouped=false', '?format=csv'])
    expect([end, (await get(`${reports}/${kind}${end}`)).status]).toEqual([end, 404]);
});

test('revenue and how pages were read are told only where a link has their sections', async () => {
  const { events, id, post } = await givenSite(server());
  await events([{ event: 'order.paid', path: '/a', revenue: { amount: 12.5, currency: 'EUR' } }]);
  const at = { siteId: id, path: '/read', visitor: 7n, createdAt: server().clock.now() };
  await server().services.stores.hits.append([
    aHit(at),
    aHit({ ...at, kind: 'engagement', view: 1n, engagedSeconds: 5, scrollDepth: 60 }),
  ]);
  const answers = async (sections: readonly string[]) => {
    const { url } = (await post('/shared_links', { name: 'x', sections })).body;
    const path = `${new URL(url).pathname}/api/v1/sites/${id}`;
    const ask = async (report: string) => (await get(`${path}/${report}`)).text();
    return Promise.all(
      [
        'events?group_by=event',
        'events.csv?group_by=event',
        'hits?group_by=path&include_engagement=true',
        'overview?include_page_engagement=true',
      ].map(ask),
    );
  };
  const hidden = await answers(['visitors', 'pages', 'events']);
  expect(hidden.join()).toContain('order.paid');
  expect(hidden.join()).not.toMatch(/EUR|12\.5|"engaged_seconds":5|"scroll_depth":60/);
  const shown = await answers(['visitors', 'pages', 'events', 'revenue', 'engagement']);
  for (const [index, pattern] of [
    /"amount":12.5/,
    /12\.5 EUR/,
    /"scroll_depth":60/,
    /"engaged_seconds":5/,
  ].entries())
    expect(shown[index]).toMatch(pattern);
});

test('a hundred wrong passwords from anywhere leave a network one try, and who has a pass stays in', async () => {
  const { post } = await givenSite(server());
  const password = 'open sesame 42';
  const { token } = (await post('/shared_links', { name: 'Client', password })).body;
  const call = (init: RequestInit & { address: string; cookie?: string }) =>
    fetch(`${server().url}/shared/${token}`, {
      ...init,
      redirect: 'manual',
      headers: {
        ...{ 'user-agent': 'test', 'x-forwarded-for': init.address },
        ...(init.cookie !== undefined && { cookie: init.cookie }),
      },
    });
  const enter = (given: string, address: string) =>
    call({ method: 'POST', address, body: new URLSearchParams({ password: given }) });
  const status = async (given: string, address: string) => (await enter(given, address)).status;
  const cookie = (await enter(password, '198.51.100.1')).headers.get('set-cookie')?.split(';')[0] ?? '';
  // No hash is compared with an empty password.
  for (let count = 0; count < 100; count++)
    expect(await status('', `2001:db8:${Math.floor(count / 10)}::1`)).toBe(401);
  // The same network as one of those.
  expect(await status(password, '2001:db8:9:ffff::1')).toBe(429);
  expect(await status('', '198.51.100.2')).toBe(401);
  expect(await status(password, '198.51.100.2')).toBe(429);
  expect(await status(password, '198.51.100.3')).toBe(303);
  expect(await status(password, '198.51.100.3')).toBe(303);
  expect((await call({ address: '2001:db8:9::1', cookie })).status).toBe(200);
  server().clock.advance({ minutes: 16 });
  expect(await status(password, '2001:db8:9::1')).toBe(303);
});
