/** Groups and series of reports: what they are grouped by, searched for, and carry on request. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { startTestServer } from '../support/server.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

async function aSiteWith(hits: readonly object[]) {
  const site = await givenSite(server());
  if (hits.length > 0) await site.hits(hits);
  return { ...site, ask: (query: string, kind = 'hits') => site.get(`/${kind}?${query}`) };
}

const HITS = [
  { path: '/a', referrer: 'https://www.news.example/today', user_agent: IPHONE, visitor_id: 'ann' },
  { path: '/B', referrer: 'https://news.example/', visitor_id: 'ann' },
  {
    path: '/a',
    url: 'https://shop.example/a?utm_campaign=spring&utm_medium=mail&utm_term=rye&utm_content=top',
    visitor_id: 'bob',
  },
  { path: '/a' },
];

test.each([
  ['referrer_host', 'hit_count', { 'news.example': 2, null: 2 }],
  ['campaign', 'hit_count', { spring: 1, null: 3 }],
  ['medium', 'hit_count', { mail: 1, null: 3 }],
  ['term', 'hit_count', { rye: 1, null: 3 }],
  ['content', 'hit_count', { top: 1, null: 3 }],
  ['device', 'hit_count', { mobile: 1, unknown: 3 }],
  ['entry_page', 'visitor_count', { '/a': 2 }],
  ['exit_page', 'visitor_count', { '/a': 1, '/B': 1 }],
])('hits by %s tell their %s', async (by, count, expected) => {
  const { ask } = await aSiteWith(HITS);
  const { grouped_hits: rows, pagination } = await ask(`group_by=${by}&include_uniques=false`);
  const found = rows.map((row: Record<string, unknown>) => [String(row[by]), row[count]]);
  expect(Object.fromEntries(found)).toEqual(expected);
  expect(pagination.total_count).toBe(Object.keys(expected).length);
  for (const row of rows) expect(Object.keys(row)).toEqual([by, count]);
});

test('a search finds parts of keys whatever their case, counts what it finds and leaves the summary alone', async () => {
  const { ask } = await aSiteWith(HITS);
  const { grouped_hits: rows, pagination, summary } = await ask('group_by=path&search=b');
  expect(rows).toEqual([{ path: '/B', views: 1, unique_views: 1 }]);
  expect(pagination.total_count).toBe(1);
  expect(summary).toEqual({ total_hits: 4, unique_visitors: 2, distinct_paths: 2 });
  expect((await ask('group_by=referrer_host&search=NEWS')).grouped_hits).toHaveLength(1);
  expect((await ask('group_by=entry_page&search=x')).grouped_hits).toEqual([]);
  expect((await ask('group_by=date&search=x')).grouped_hits).toHaveLength(31);
});

test('a search among events does not change how many different ones there are', async () => {
  const { ask, events } = await aSiteWith([]);
  await events([{ event: 'a.b' }, { event: 'c.d' }]);
  const { grouped_events: rows, summary } = await ask('group_by=event&search=A.', 'events');
  expect(rows).toEqual([{ event: 'a.b', event_count: 1 }]);
  expect(summary.distinct_events).toBe(2);
  expect((await ask('group_by=device', 'events')).grouped_events).toEqual([
    { device: 'unknown', event_count: 2 },
  ]);
});

test('groups carry unique hits on request, and null where the site does not track them', async () => {
  const { set, ask } = await aSiteWith(HITS);
  const byPath = () => ask('group_by=path&include_uniques=true');
  expect((await byPath()).grouped_hits).toEqual(
    table('path views unique_views unique_hits', ['/a', 3, 2, 2], ['/B', 1, 1, 1]),
  );
  expect((await ask('group_by=country&include_uniques=true')).grouped_hits).toEqual([
    { country: 'XX', hit_count: 4, unique_hits: 3 },
  ]);
  await set({ track_unique_hits: false });
  expect((await byPath()).grouped_hits[0]).toEqual({ path: '/a', views: 3, unique_hits: null });
});

test('buckets carry exact visitors and unique hits on request', async () => {
  const { ask } = await aSiteWith(HITS);
  const day = 'group_by=date&start_date=2026-03-10&include_visitors=true';
  expect((await ask(day)).grouped_hits).toEqual([
    { date: '2026-03-10', hit_count: 4, visitors: 2, unique_hits: 3, unique_visitors: 2, visits: 2 },
  ]);
  const { grouped_hits: hours } = await ask(`${day}&interval=hour`);
  expect(hours[12]).toMatchObject({ date: '2026-03-10T12:00:00.000Z', hit_count: 4, unique_visitors: 2 });
  expect(hours[11]).toMatchObject({ hit_count: 0, visitors: 0, unique_hits: 0, visits: 0 });
});

test('a day has an hour for each, named by its instant', async () => {
  const { ask } = await aSiteWith(HITS);
  const {
    grouped_hits: hours,
    filters,
    pagination,
  } = await ask('group_by=date&interval=hour&start_date=2026-03-10&per_page=5');
  expect(hours).toHaveLength(24);
  expect(hours[0]).toEqual({ date: '2026-03-10T00:00:00.000Z', hit_count: 0 });
  expect(hours[12]).toEqual({ date: '2026-03-10T12:00:00.000Z', hit_count: 4 });
  expect([filters.interval, pagination.total_count, pagination.total_pages]).toEqual(['hour', 24, 1]);
});

test('hours are for 31 days at most, the default among them', async () => {
  const { ask } = await aSiteWith([]);
  expect((await ask('group_by=date&interval=hour')).grouped_hits).toHaveLength(31 * 24);
  expect(await ask('group_by=date&interval=hour&start_date=2026-02-07')).toEqual({
    error: 'interval=hour takes at most 31 days, got 32',
  });
  expect((await ask('group_by=path&interval=hour&start_date=2026-01-01')).filters.interval).toBeNull();
});

test('a day on which the clocks change has 23 or 25 hours', async () => {
  await using own = await startTestServer({ at: '2026-03-29T12:30:00Z' });
  const { full: key } = await own.given.user('berlin@example.org', 'ultra', 'Europe/Berlin');
  const { id } = await own.given.site({}, key);
  await own.post(`/sites/${id}/hits`, { path: '/' }, key);
  const hoursOf = async (day: string) => {
    const query = `group_by=date&interval=hour&time_zone=user&start_date=${day}&end_date=${day}`;
    return (await own.get(`/sites/${id}/hits?${query}`, key)).grouped_hits;
  };
  const spring = await hoursOf('2026-03-29');
  expect(spring.map((hour: { date: string }) => hour.date)).toHaveLength(23);
  expect(spring[13]).toEqual({ date: '2026-03-29T12:00:00.000Z', hit_count: 1 });
  expect(await hoursOf('2026-10-25')).toHaveLength(25);
});

test('visits of agents and kudos are grouped too', async () => {
  const { post, ask } = await aSiteWith([]);
  for (const path of ['/a', '/a', '/b']) {
    await post('/agent_visits', { path, user_agent: 'GPTBot/1.2', country: 'DE' });
    await post('/kudos', { path });
  }
  const agents = async (query: string) => (await ask(query, 'agent_visits')).grouped_agent_visits;
  expect(await agents('grouped=true')).toEqual([{ agent_name: 'GPTBot', visit_count: 3 }]);
  for (const [by, key] of [
    ['provider', 'OpenAI'],
    ['category', 'training'],
    ['country', 'DE'],
  ])
    expect(await agents(`group_by=${by}`)).toEqual([{ [by ?? '']: key, visit_count: 3 }]);
  expect(await agents('group_by=path&not_path=/a')).toEqual([{ path: '/b', visit_count: 1 }]);
  expect(await agents('group_by=date&start_date=2026-03-10&country=DE')).toEqual([
    { date: '2026-03-10', visit_count: 3 },
  ]);
  const kudos = await ask('grouped=true', 'kudos');
  expect(kudos.grouped_kudos).toEqual(table('path kudo_count', ['/a', 2], ['/b', 1]));
  expect([kudos.summary, kudos.pagination.total_count]).toEqual([{ total_kudos: 3 }, 2]);
  expect((await ask('', 'kudos')).summary).toBeUndefined();
});

test('kudos by page are searched and cut into pages, and by date leave no bucket out', async () => {
  const { post, ask } = await aSiteWith([]);
  for (const path of ['/A', '/b', '/b', '/c']) await post('/kudos', { path, custom_uid: null });
  const kudos = (query: string) => ask(query, 'kudos');
  expect((await kudos('group_by=path&search=a')).grouped_kudos).toEqual([{ path: '/A', kudo_count: 1 }]);
  const page = await kudos('group_by=path&per_page=1&page=3');
  expect([page.grouped_kudos, page.pagination.total_count]).toEqual([[{ path: '/c', kudo_count: 1 }], 3]);
  const past = await kudos('group_by=path&page=9');
  expect([past.grouped_kudos, past.pagination.total_count]).toEqual([[], 3]);
  expect((await kudos('path=/A&path=/c')).kudos).toHaveLength(2);
  expect((await kudos('not_path=/b')).pagination.total_count).toBe(2);
  const days = (await kudos('group_by=date&path=/b&start_date=2026-03-09&end_date=2026-03-11')).grouped_kudos;
  expect(days).toEqual(table('date kudo_count', ['2026-03-09', 0], ['2026-03-10', 2], ['2026-03-11', 0]));
  const hours = (await kudos('group_by=date&interval=hour&start_date=2026-03-10')).grouped_kudos;
  expect(hours[12]).toEqual({ date: '2026-03-10T12:00:00.000Z', kudo_count: 4 });
});
