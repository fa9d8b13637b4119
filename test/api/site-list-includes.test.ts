/** Optional parts of the list of sites: `include`. */
import { expect, setDefaultTimeout, test } from 'bun:test';
import { crawlAll } from '../support/crawling.ts';
import { HOSTILE_VALUES } from '../support/hostile-parameters.ts';
import { refused } from '../support/refused.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { TIME_LIMIT_MS } from '../support/time-limit.ts';

setDefaultTimeout(TIME_LIMIT_MS);
const shared = shareServer();

const sitesOf = async (server: TestServer, query: string, key = server.owner.full) =>
  (await server.get(`/sites?${query}`, key)).sites;
async function visit(
  server: TestServer,
  id: number,
  instant: string,
  visitors: readonly string[],
  key = server.owner.full,
) {
  server.clock.set(instant);
  await server.given.hits(
    id,
    visitors.map(visitor_id => ({ path: '/', visitor_id })),
    key,
  );
}

test('series: the hits of each day, and the visitors of all', async () => {
  await using server = await startTestServer();
  const [busy, quiet] = [await server.given.site(), await server.given.site()];
  await visit(server, busy.id, '2026-03-08T23:59:59Z', ['ann', 'ann']);
  await visit(server, busy.id, '2026-03-10T00:00:00Z', ['ann', 'bob', 'cid']);
  await visit(server, busy.id, '2026-03-11T00:00:00Z', ['dan']);
  const sites = await sitesOf(server, 'start_date=2026-03-08&end_date=2026-03-10&include=series');
  expect(sites).toMatchObject([
    { id: busy.id, period_hits: 5, period_series: [2, 0, 3], period_visitors: 3 },
    { id: quiet.id, period_series: [0, 0, 0], period_visitors: 0 },
  ]);
});

test('series of one day are by the hour, in the account’s zone', async () => {
  await using server = await startTestServer();
  const { full: key } = await server.given.user('berlin@example.org', 'ultra', 'Europe/Berlin');
  const { id } = await server.given.site({}, key);
  await visit(server, id, '2026-03-28T23:30:00Z', ['ann'], key);
  await visit(server, id, '2026-03-29T21:30:00Z', ['ann', 'bob'], key);
  const [site] = await sitesOf(
    server,
    'start_date=2026-03-29&end_date=2026-03-29&time_zone=user&include=series',
    key,
  );
  expect(site.period_series).toEqual([1, ...Array.from({ length: 21 }, () => 0), 2]);
  expect(site.period_visitors).toBe(2);
});

test('comparison: as many days before, up to the same time of day while the period goes on', async () => {
  await using server = await startTestServer();
  const { id } = await server.given.site();
  await visit(server, id, '2026-03-08T23:00:00Z', ['ann']);
  await visit(server, id, '2026-03-09T11:59:59Z', ['ann', 'bob']);
  await visit(server, id, '2026-03-09T12:00:01Z', ['cid']);
  server.clock.set('2026-03-10T12:00:00Z');
  const before = async (first: string, last: string) => {
    const [site] = await sitesOf(server, `start_date=${first}&end_date=${last}&include=comparison`);
    return [site.previous_period_hits, site.previous_period_visitors];
  };
  expect(await before('2026-03-10', '2026-03-10')).toEqual([2, 2]);
  expect(await before('2026-03-09', '2026-03-09')).toEqual([1, 1]);
  server.clock.set('2026-03-11T00:00:00Z');
  expect(await before('2026-03-10', '2026-03-10')).toEqual([3, 3]);
});

test('status: uptime and open content issues, without a date range', async () => {
  await using server = await startTestServer({
    settings: { FOOTFALL_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8,::1/128' },
  });
  await server.given.site();
  const watched = await server.given.site({ url: 'http://localhost:9' });
  const features = { uptime: true, content_monitoring: true };
  await server.patch(`/sites/${watched.id}/features`, features);
  const statuses = async () =>
    (await sitesOf(server, 'include=status')).map((site: { status: object }) => site.status);
  const off = { uptime: 'off', down_since: null, open_content_issues: null };
  const unknown = { uptime: 'unknown', down_since: null, open_content_issues: 0 };
  expect(await statuses()).toEqual([off, unknown]);
  const firstCheck = new Date(server.clock.now().getTime() + 5 * 60_000).toISOString();
  for (let check = 0; check < 4; check += 1) {
    server.clock.advance({ minutes: 5 });
    await server.job('uptime.check');
    await server.services.uptime.service.settled();
  }
  await crawlAll(server);
  const down = { uptime: 'down', down_since: firstCheck, open_content_issues: 1 };
  expect(await statuses()).toEqual([off, down]);
  const shown = await server.api('GET', `/sites/${watched.id}?include=status`);
  expect(shown.body.status).toEqual(down);
  expect((await server.get(`/sites/${watched.id}`)).status).toBeUndefined();
  const { issues } = await server.get(`/sites/${watched.id}/content`);
  await server.api('PATCH', `/sites/${watched.id}/content/${issues.broken_links[0].id}/ignore`);
  expect(await statuses()).toMatchObject([off, { open_content_issues: 0 }]);
  await server.patch(`/sites/${watched.id}/features`, { uptime: false, content_monitoring: false });
  expect(await statuses()).toEqual([off, off]);
});

test('all includes at once, and no field that was not requested', async () => {
  const { id } = await shared().given.site();
  const last = async (query: string) => (await sitesOf(shared(), query)).at(-1);
  expect(await last('start_date=2026-03-09&include=status,series,comparison,series')).toMatchObject({
    id,
    period_series: [0, 0],
    period_visitors: 0,
    previous_period_hits: 0,
    previous_period_visitors: 0,
    status: { uptime: 'off' },
  });
  const plain = await last('start_date=2026-03-09');
  for (const name of ['period_series', 'period_visitors', 'previous_period_hits', 'status'])
    expect(plain).not.toHaveProperty(name);
});

test.each([
  ['include=series', 'include=series needs a date range: give start_date or end_date'],
  ['include=status,comparison', 'include=comparison needs a date range: give start_date or end_date'],
  ['start_date=2026-03-01&compare=previous_year', 'compare needs include=comparison'],
  ['compare_end_date=2026-03-01&include=status', 'compare_end_date needs include=comparison'],
  [
    'include=serie',
    'include must be a comma-separated list of series, comparison, status, zone, got "serie"',
  ],
])('%s is 400', async (query, message) => {
  expect(await shared().api('GET', `/sites?${query}`)).toEqual(refused(400, message));
});

test('a strange include is 400 and no 500', async () => {
  for (const value of HOSTILE_VALUES) {
    const { status } = await shared().api('GET', `/sites?include=${encodeURIComponent(value)}`);
    expect([value, status]).toEqual([value, 400]);
  }
});
