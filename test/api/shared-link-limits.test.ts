/** What a shared link never shows, whatever is asked of it: other visits than its segment’s, and single rows. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

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
