/** Reports by properties: groups, filters, series, and the names in use. Source: decisions, section 9. */
import { expect, test } from 'bun:test';
import { memoize } from '../../src/lib/memoize.ts';
import { givenSite } from '../support/given-site.ts';
import { refusedWith } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();

const HITS = [
  { path: '/a', visitor_id: 'ann', properties: { plan: 'pro', seats: 5, beta: true } },
  { path: '/b', visitor_id: 'ann', properties: { plan: 'pro', seats: 5 } },
  { path: '/a', visitor_id: 'bob', properties: { plan: 'free', seats: '5' } },
  { path: '/c', visitor_id: 'bob' },
];
const EVENTS = [
  {
    event: 'order.paid',
    visitor_id: 'ann',
    properties: { plan: 'pro', price: 2.5 },
    revenue: { amount: 2.5, currency: 'EUR' },
  },
  { event: 'order.paid', visitor_id: 'bob', properties: { plan: 'free', price: 0.5 } },
];

/** One site for all tests, which only read. */
const fill = memoize(async () => {
  const site = await givenSite(server());
  await site.hits(HITS);
  await site.events(EVENTS);
  return site;
});
const ask = async (path: string) => (await fill()).ask(`/${path}`);
const get = async (path: string) => (await ask(path)).body;

test('hits are grouped by a property; numbers, texts and truth values by how they are written', async () => {
  const { grouped_hits, filters } = await get('hits?group_by=property:plan&include_visitors=true');
  expect(grouped_hits).toEqual([
    { 'property:plan': 'pro', hit_count: 2, unique_visitors: 1, visits: 1 },
    { 'property:plan': 'free', hit_count: 1, unique_visitors: 1, visits: 1 },
    { 'property:plan': null, hit_count: 1, unique_visitors: 1, visits: 1 },
  ]);
  expect(filters.group_by).toBe('property:plan');
  // 5 and "5" are one value.
  expect((await get('hits?group_by=property:seats')).grouped_hits).toEqual([
    { 'property:seats': '5', hit_count: 3 },
    { 'property:seats': null, hit_count: 1 },
  ]);
  expect((await get('hits?group_by=property:beta&search=TRUE')).grouped_hits).toEqual([
    { 'property:beta': 'true', hit_count: 1 },
  ]);
});

test('events are grouped by a property, with what each value brought in', async () => {
  expect((await get('events?group_by=property:plan')).grouped_events).toEqual([
    { 'property:plan': 'free', event_count: 1 },
    { 'property:plan': 'pro', event_count: 1, revenue: [{ amount: 2.5, currency: 'EUR' }] },
  ]);
});

const pathsOf = ({ hits }: { hits: { path: string }[] }) => hits.map(({ path }) => path).sort();

test.each([
  ['property:plan=pro', ['/a', '/b']],
  ['property:plan=PRO', []],
  ['property:plan=pro&property:plan=free', ['/a', '/a', '/b']],
  ['property:plan=', ['/c']],
  ['property:plan=&property:plan=free', ['/a', '/c']],
  ['not_property:plan=pro', ['/a', '/c']],
  ['not_property:plan=', ['/a', '/a', '/b']],
  ['property:seats=5', ['/a', '/a', '/b']],
  ['property:beta=true', ['/a']],
  ['property:plan=pro&property:beta=true', ['/a']],
  ['property:plan=pro&path=/b', ['/b']],
  ['property:unknown=x', []],
  [`property:plan=${encodeURIComponent(`"},{"plan":"pro' or 1=1 --`)}`, []],
])('a filter %s', async (query, paths) => {
  for (const attribution of ['hit', 'visit'])
    expect(pathsOf(await get(`hits?attribution=${attribution}&${query}`))).toEqual(paths);
});

test('with attribution=visit a property stays the row’s own, beside filters on the visit', async () => {
  const query = 'hits?attribution=visit&entry_page=/a&property:plan=pro&group_by=path';
  expect((await get(query)).grouped_hits).toMatchObject([
    { path: '/a', views: 1 },
    { path: '/b', views: 1 },
  ]);
  const grouped = 'hits?attribution=visit&exit_page=/b&group_by=property:plan&order_by=visits';
  expect((await get(grouped)).grouped_hits).toMatchObject([{ 'property:plan': 'pro', visits: 1 }]);
});

test('series, totals, journeys, hours and the overview take the filter, and echo it', async () => {
  const day = 'start_date=2026-03-10&end_date=2026-03-10';
  const series = await get(`hits?group_by=date&${day}&property:plan=pro`);
  expect(series.grouped_hits).toEqual([{ date: '2026-03-10', hit_count: 2 }]);
  expect(series.filters).toMatchObject({ 'property:plan': 'pro' });
  expect(series.summary).toEqual({ total_hits: 2, unique_visitors: 1, distinct_paths: 2 });
  const { figures, filters } = await get('overview?property:plan=pro&not_property:beta=true');
  expect(figures).toMatchObject({ hits: 1, visitors: 1, events: 1, agent_visits: 0 });
  expect(filters).toMatchObject({ 'property:plan': 'pro', 'not_property:beta': 'true' });
  const journeys = await get('user_journeys?property:plan=free');
  expect(journeys.user_journeys.map(({ pages }: { pages: object[] }) => pages.length)).toEqual([2]);
  expect((await get('user_journeys?not_property:plan=free')).user_journeys).toHaveLength(1);
  expect((await get('user_journeys?property:plan=')).user_journeys).toHaveLength(1);
});

test('names in use come with their kind and sum', async () => {
  const { properties, pagination } = await get('properties');
  expect(properties).toEqual([
    { name: 'plan', kind: 'text', hits: 3, events: 2, sum: null, mean: null },
    { name: 'seats', kind: 'text', hits: 3, events: 0, sum: null, mean: null },
    { name: 'price', kind: 'number', hits: 0, events: 2, sum: 3, mean: 1.5 },
    { name: 'beta', kind: 'boolean', hits: 1, events: 0, sum: null, mean: null },
  ]);
  expect(pagination).toMatchObject({ total_count: 4 });
  expect((await get('properties?per_page=1&page=2')).properties).toMatchObject([{ name: 'seats' }]);
  const filtered = await get('properties?property:plan=pro&path=/a&attribution=visit');
  expect(filtered.properties).toMatchObject([{ name: 'beta' }, { name: 'plan' }, { name: 'seats' }]);
  expect(filtered.filters).toMatchObject({ 'property:plan': 'pro', attribution: 'visit' });
  const visits = await get('properties?entry_page=/c&attribution=visit');
  expect(visits.properties).toEqual([]);
});

const NAME = 'property:NAME, NAME being 1 to 64 of the characters A-Z a-z 0-9 _ . -';

test.each([
  ['hits?property:=x', `a parameter property:… must be ${NAME}, got "property:"`],
  ['hits?property:a%20b=x', `a parameter property:… must be ${NAME}, got "property:a b"`],
  ['events?not_property:a%22=x', `a parameter not_property:… must be ${NAME}, got "not_property:a\\""`],
  [`hits?property:${'x'.repeat(65)}=1`, `a parameter property:… must be ${NAME}`],
  ['hits?group_by=property:', 'or property:NAME, got "property:"'],
  ['hits?group_by=property:a%27b', `or property:NAME, got "property:a'b"`],
  ['kudos?group_by=property:plan', 'group_by must be one of path, date, got "property:plan"'],
  [
    `hits?${Array.from({ length: 21 }, (_, n) => `property:p${n}=1`).join('&')}`,
    'at most 20 parameters property:… and not_property:… in one request',
  ],
])('%s is refused', async (query, message) => {
  expect(await ask(query)).toEqual(refusedWith(400, message));
});

test('a file has the groups of a property, named after it', async () => {
  expect(await get('hits.csv?group_by=property:plan')).toBe(
    'property:plan,hit_count\r\npro,2\r\nfree,1\r\n,1\r\n',
  );
  const { headers } = await ask('hits.csv?group_by=property:plan');
  expect(headers.get('content-disposition')).toContain('-hits-by-property-plan-');
});
