/** Hits grouped by what they have in common, unique hits and visitors. Source: api-v1, Hit; api-v1, Endpoints, Hits; decisions, section 5. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const HITS = [
  {
    path: '/a',
    country: 'DE',
    referrer: 'https://x.example/',
    user_agent: CHROME,
    source: 'mail',
    visitor_id: 'ann',
  },
  { path: '/a', country: 'DE', user_agent: CHROME, visitor_id: 'ann' },
  { path: '/a', country: 'FR', user_agent: FIREFOX, source: 'mail', visitor_id: 'bob' },
  { path: '/b', country: 'DE', referrer: 'https://x.example/', visitor_id: 'cid' },
];

async function aSiteWith(hits: readonly object[]) {
  const site = await givenSite(server());
  await site.hits(hits);
  const ask = (query: string) => site.ask(`/hits?${query}`);
  return { site, ask, groups: async (query: string) => (await ask(query)).body.grouped_hits };
}

test('a grouped answer is groups, pagination, filters and summary', async () => {
  const { ask } = await aSiteWith(HITS);
  const { status, body } = await ask('grouped=true&group_by=path');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['grouped_hits', 'pagination', 'filters', 'summary']);
  expect(body.pagination).toEqual({ current_page: 1, per_page: 100, total_count: 2, total_pages: 1 });
  expect(body.filters).toMatchObject({ grouped: true, group_by: 'path', interval: null });
  expect(body.summary).toEqual({ total_hits: 4, unique_visitors: 3, distinct_paths: 2 });
});

test('by path: views and unique views', async () => {
  const { groups } = await aSiteWith(HITS);
  expect(await groups('group_by=path')).toEqual(table('path views unique_views', ['/a', 3, 2], ['/b', 1, 1]));
});

test('grouped without a grouping is by path, and grouped=false is a list', async () => {
  const { groups, ask } = await aSiteWith(HITS);
  expect(await groups('grouped=true')).toEqual(await groups('group_by=path'));
  expect((await ask('grouped=false&group_by=path')).body.hits).toHaveLength(4);
});

test.each([
  ['country', { DE: 3, FR: 1 }],
  ['referrer', { 'https://x.example/': 2, null: 2 }],
  ['browser_name', { Chrome: 2, Firefox: 1, null: 1 }],
  ['platform_name', { Windows: 2, Linux: 1, null: 1 }],
  ['source', { mail: 2, null: 2 }],
])('by %s: the value and its hits, those without one last among equals', async (grouping, expected) => {
  const { groups } = await aSiteWith(HITS);
  expect(await groups(`group_by=${grouping}`)).toEqual(
    Object.entries(expected).map(([value, hit_count]) => ({
      ...{ [grouping]: value === 'null' ? null : value, hit_count },
    })),
  );
});

test('filters come before the grouping', async () => {
  const { ask } = await aSiteWith(HITS);
  const { body } = await ask('group_by=path&country=DE');
  expect(body.grouped_hits).toEqual(table('path views unique_views', ['/a', 2, 1], ['/b', 1, 1]));
  expect(body.summary).toEqual({ total_hits: 3, unique_visitors: 2, distinct_paths: 2 });
});

test('pages cut the groups, and total_count is how many groups there are', async () => {
  const hits = Array.from({ length: 30 }, (_, n) => ({ path: `/${n % 12}` }));
  const { ask } = await aSiteWith(hits);
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push((await ask(`group_by=path&per_page=5&page=${page}`)).body);
  expect(pages.map(({ grouped_hits }) => grouped_hits.length)).toEqual([5, 5, 2, 0]);
  expect(pages[0].pagination).toEqual({ current_page: 1, per_page: 5, total_count: 12, total_pages: 3 });
  const paths = pages.flatMap(({ grouped_hits }) => grouped_hits.map((row: { path: string }) => row.path));
  expect(new Set(paths).size).toBe(12);
});

test('largest first, and equals in the order of their names', async () => {
  const { groups } = await aSiteWith([{ path: '/b' }, { path: '/c' }, { path: '/a' }, { path: '/c' }]);
  expect((await groups('group_by=path')).map((row: { path: string }) => row.path)).toEqual([
    '/c',
    '/a',
    '/b',
  ]);
});

test('groups of a site without hits are none', async () => {
  const { ask } = await aSiteWith([]);
  for (const grouping of ['path', 'country', 'referrer', 'browser_name', 'platform_name', 'source']) {
    const { body } = await ask(`group_by=${grouping}`);
    expect(body).toMatchObject({ grouped_hits: [], pagination: { total_count: 0, total_pages: 0 } });
  }
});

test('without unique-hit tracking unique views are absent and period uniques null', async () => {
  const { site, groups } = await aSiteWith(HITS);
  const { service: sites } = server().services.sites;
  const row = sites.find(site.id);
  if (!row) throw new Error('the site is there');
  Object.assign(row, { trackUniques: false });
  expect(await groups('group_by=path')).toEqual(table('path views', ['/a', 3], ['/b', 1]));
});

async function aSite() {
  server().clock.set('2026-03-10T12:00:00Z');
  const site = await givenSite(server());
  const send = async (fields: Record<string, string>) =>
    (await site.post('/hits', { path: '/', ...fields })).body.hit;
  return { ...site, send, report: (query = '') => site.get(`/hits?group_by=path&${query}`) };
}

const ADDRESS = { ip_address: '192.0.2.1', user_agent: 'Mozilla/5.0' };

test('the first hit of a visitor on a path and UTC day is unique, the next are not', async () => {
  const given = await aSite();
  for (const path of ['/', '/', '/b']) await given.send({ path, visitor_id: 'ann' });
  expect((await given.report()).grouped_hits).toEqual(
    table('path views unique_views', ['/', 2, 1], ['/b', 1, 1]),
  );
});

test('unique hits add up over days, visitors are counted once', async () => {
  const given = await aSite();
  for (let day = 0; day < 3; day++) {
    for (let hit = 0; hit < 2; hit++) await given.send({ visitor_id: 'ann' });
    server().clock.advance({ days: 1 });
  }
  const { grouped_hits: rows, summary } = await given.report();
  expect(rows).toEqual([{ path: '/', views: 6, unique_views: 3 }]);
  expect(summary).toEqual({ total_hits: 6, unique_visitors: 1, distinct_paths: 1 });
});

test('an anonymous write is a hit, no unique hit and no visitor', async () => {
  const given = await aSite();
  expect(await given.send({})).toMatchObject({ visitor_hash: null, unique_hash: null });
  const { grouped_hits: rows, summary } = await given.report();
  expect(rows).toEqual([{ path: '/', views: 1, unique_views: 0 }]);
  expect(summary.unique_visitors).toBe(0);
});

test('an address is another visitor on the next UTC day, so that days cannot be linked', async () => {
  const given = await aSite();
  server().clock.set('2026-03-10T23:59:59Z');
  const today = await given.send(ADDRESS);
  server().clock.set('2026-03-11T00:00:00Z');
  const tomorrow = await given.send(ADDRESS);
  expect(tomorrow.visitor_hash).not.toBe(today.visitor_hash);
  expect((await given.report()).summary.unique_visitors).toBe(2);
});

test('a visitor id is one visitor on all days, with another unique hash on each', async () => {
  const given = await aSite();
  const today = await given.send({ visitor_id: 'ann' });
  server().clock.advance({ days: 1 });
  const tomorrow = await given.send({ visitor_id: 'ann' });
  expect(tomorrow.visitor_hash).toBe(today.visitor_hash);
  expect(tomorrow.unique_hash).not.toBe(today.unique_hash);
});

test('a user agent alone or an address alone makes a visitor', async () => {
  const given = await aSite();
  for (const fields of [{ user_agent: ADDRESS.user_agent }, { ip_address: ADDRESS.ip_address }])
    expect((await given.send(fields)).visitor_hash).toMatch(/^[0-9a-f]{16}$/);
  expect((await given.report()).summary.unique_visitors).toBe(2);
});

test('a hundred hits of one visitor at the same time are one unique hit', async () => {
  const given = await aSite();
  await Promise.all(Array.from({ length: 100 }, () => given.send({ visitor_id: 'ann' })));
  expect((await given.report()).grouped_hits).toEqual([{ path: '/', views: 100, unique_views: 1 }]);
});

test('unique views count within the requested range', async () => {
  const given = await aSite();
  await given.send({ visitor_id: 'ann' });
  server().clock.advance({ days: 1 });
  for (const visitor_id of ['ann', 'bob']) await given.send({ visitor_id });
  const { grouped_hits: rows, summary } = await given.report('start_date=2026-03-11');
  expect(rows).toEqual([{ path: '/', views: 2, unique_views: 2 }]);
  expect(summary.unique_visitors).toBe(2);
});
