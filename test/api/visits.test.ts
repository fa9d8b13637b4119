/** Reports by visit: `attribution=visit`, visitors and visits of groups, and their order. Source: decisions, section 9, Visits. */
import { expect, test } from 'bun:test';
import { memoize } from '../../src/lib/memoize.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';
import { givenVisits } from '../support/visited-site.ts';

const server = shareServer();
const TODAY = 'start_date=2026-03-10';

type Rows = readonly Record<string, unknown>[];

/** One site for all tests, which only read. */
const fill = memoize(() => givenVisits(server()));
const ask = async (path: string) => (await fill()).ask(path);
const hits = async (query: string): Promise<Rows> => (await ask(`hits?${query}`)).grouped_hits;
const events = async (query: string): Promise<Rows> => (await ask(`events?${query}`)).grouped_events;

test('a list by visit has every hit of the visits that began so, with its own values', async () => {
  const ofHits = await ask('hits?referrer_host=google.com');
  expect([ofHits.hits.length, ofHits.filters.attribution]).toEqual([1, 'hit']);
  const { hits: rows, filters, summary } = await ask('hits?referrer_host=google.com&attribution=visit');
  expect(rows.map((hit: Record<string, unknown>) => [hit['path'], hit['referrer']])).toEqual([
    ['/pricing', null],
    ['/landing', 'https://www.google.com/'],
  ]);
  expect([filters.attribution, summary]).toEqual([
    'visit',
    { total_hits: 2, unique_visitors: 1, distinct_paths: 2 },
  ]);
});

test('an event as a filter keeps the hits of its visitors, and by visit those of its visits', async () => {
  expect((await ask('hits?event=sign.up')).summary.total_hits).toBe(3);
  expect((await ask('hits?event=sign.up&attribution=visit')).summary.total_hits).toBe(2);
  expect((await ask('hits?not_event=sign.up&attribution=visit')).summary.total_hits).toBe(3);
});

test('groups by visit add up to the visits of the summary', async () => {
  const { grouped_hits: rows, summary } = await ask(
    'hits?group_by=source&attribution=visit&include_visitors=true',
  );
  expect(rows).toEqual(
    table('source hit_count unique_visitors visits', ['Google', 2, 1, 1], [null, 2, 2, 2], ['mail', 1, 0, 0]),
  );
  expect(summary).toEqual({ total_hits: 5, unique_visitors: 2, distinct_paths: 2, visits: 3 });
});

test.each([
  ['views', ['Google', null, 'mail']],
  ['visitors', [null, 'Google', 'mail']],
  ['visits', [null, 'Google', 'mail']],
])('order_by=%s puts the largest first, and shows what it orders by', async (order, sources) => {
  const { grouped_hits: rows, filters } = await ask(
    `hits?group_by=source&attribution=visit&order_by=${order}`,
  );
  expect(rows.map((row: Record<string, unknown>) => row['source'])).toEqual(sources);
  expect('visits' in rows[0]).toBe(order !== 'views');
  expect(filters.order_by).toBe(order);
});

test('order_by is of groups alone', async () => {
  const { grouped_hits: days, filters } = await ask(`hits?group_by=date&${TODAY}`);
  expect([days, filters.order_by]).toEqual([[{ date: '2026-03-10', hit_count: 5 }], null]);
  expect((await ask('hits?order_by=visits')).filters.order_by).toBeNull();
});

test('buckets carry visitors and visits beside the older fields', async () => {
  const day = `group_by=date&${TODAY}&include_visitors=true`;
  expect(await hits(day)).toEqual([
    { date: '2026-03-10', hit_count: 5, visitors: 2, unique_hits: 3, unique_visitors: 2, visits: 3 },
  ]);
  expect(await events(day)).toEqual([{ date: '2026-03-10', event_count: 1, unique_visitors: 1, visits: 1 }]);
  const hours = await hits(`${day}&interval=hour`);
  expect(hours.map(hour => hour['visits']).slice(7, 11)).toEqual([0, 1, 2, 0]);
});

test('buckets carry the engagement of their visits, in the days of any time zone, also of the earlier period', async () => {
  const earlier = await givenVisits(server(), { daysEarlier: 1 });
  const days = 'group_by=date&start_date=2026-03-08&end_date=2026-03-10&include_engagement=true';
  const none = { bounce_rate: null, average_duration_seconds: null, views_per_visit: null };
  const all = { bounce_rate: 66.7, average_duration_seconds: 120, views_per_visit: 1.33 };
  for (const attribution of ['hit', 'visit'])
    expect((await earlier.ask(`hits?${days}&attribution=${attribution}`)).grouped_hits).toEqual([
      { date: '2026-03-08', hit_count: 0, ...none },
      { date: '2026-03-09', hit_count: 5, ...all },
      { date: '2026-03-10', hit_count: 0, ...none },
    ]);
  const { full: key } = await server().given.user('kolkata@example.org', 'ultra', 'Asia/Kolkata');
  const elsewhere = await givenVisits(server(), { daysEarlier: 1, key });
  const byHour = await elsewhere.ask(
    'hits?group_by=date&interval=hour&start_date=2026-03-09&end_date=2026-03-09&time_zone=user&include_engagement=true',
  );
  expect(byHour.grouped_hits.slice(13, 15)).toEqual(
    table(
      'date hit_count bounce_rate average_duration_seconds views_per_visit',
      ['2026-03-09T07:30:00.000Z', 2, 0, 360, 2],
      ['2026-03-09T08:30:00.000Z', 3, 100, 0, 1],
    ),
  );
  const { comparison } = await earlier.ask(
    `hits?group_by=date&${TODAY}&compare=previous_period&include_engagement=true&source=Google&attribution=visit`,
  );
  expect(comparison.grouped_hits).toEqual([
    { date: '2026-03-09', hit_count: 2, bounce_rate: 0, average_duration_seconds: 360, views_per_visit: 2 },
  ]);
  expect(
    (await earlier.ask('hits?group_by=path&include_engagement=true')).grouped_hits[0],
  ).not.toHaveProperty('bounce_rate');
});

test('entry and exit pages count visitors by hit, and hits by visit', async () => {
  expect(await hits('group_by=entry_page')).toEqual(
    table('entry_page visitor_count', ['/landing', 1], ['/pricing', 1]),
  );
  expect(await hits('group_by=entry_page&attribution=visit&include_uniques=true')).toEqual(
    table('entry_page hit_count unique_hits', ['/landing', 3, 2], ['/pricing', 1, 1], [null, 1, 0]),
  );
  expect(await hits('group_by=exit_page&attribution=visit&order_by=visits')).toEqual(
    table(
      'exit_page hit_count unique_visitors visits',
      ['/pricing', 3, 2, 2],
      ['/landing', 1, 1, 1],
      [null, 1, 0, 0],
    ),
  );
});

test('an empty entry or exit page keeps what has none', async () => {
  for (const name of ['entry_page', 'exit_page'])
    for (const attribution of ['hit', 'visit']) {
      const { hits: rows, filters } = await ask(`hits?${name}=&attribution=${attribution}`);
      expect(rows.map((hit: Record<string, unknown>) => hit['source'])).toEqual(['mail']);
      expect(filters[name]).toBe('');
    }
  expect((await ask('events?entry_page=&attribution=visit')).events).toEqual([]);
});

test.each([
  ['campaign', 'spring'],
  ['referrer', 'https://www.google.com/'],
  ['referrer_host', 'google.com'],
  ['source', 'Google'],
  ['entry_page', '/landing'],
  ['exit_page', '/pricing'],
  ['country', 'DE'],
])('by visit, events are filtered and grouped by %s of their visit', async (name, value) => {
  expect(await events(`group_by=${name}&attribution=visit`)).toEqual([{ [name]: value, event_count: 1 }]);
  const filter = `${name}=${encodeURIComponent(value)}&attribution=visit`;
  const found = await ask(`events?${filter}&include_visitors=true`);
  const counts = { total_events: 1, unique_visitors: 1, distinct_events: 1, visits: 1 };
  expect(found.summary).toEqual(counts);
  expect((await ask(`events?not_${filter}`)).summary.total_events).toBe(0);
});

test('a comparison speaks of visits too', async () => {
  const { ask } = await givenVisits(server(), { daysEarlier: 1 });
  const { summary, comparison } = await ask(
    `hits?group_by=date&source=Google&attribution=visit&include_visitors=true&compare=previous_period&${TODAY}`,
  );
  expect([summary.total_hits, comparison.summary]).toEqual([
    0,
    { total_hits: 2, unique_visitors: 1, distinct_paths: 2, visits: 1 },
  ]);
  expect(comparison.grouped_hits).toEqual([
    { date: '2026-03-09', hit_count: 2, visitors: 1, unique_hits: 2, unique_visitors: 1, visits: 1 },
  ]);
});

test('hours of the week are filtered by visit', async () => {
  expect((await ask('hours?source=Google')).summary.total_hits).toBe(1);
  const { summary, filters } = await ask('hours?source=Google&attribution=visit');
  expect([summary, filters.attribution]).toEqual([
    { total_hits: 2, unique_visitors: 1, distinct_paths: 2 },
    'visit',
  ]);
});

test('files have the same columns', async () => {
  const { site } = await fill();
  const linesOf = async (path: string) => {
    const address = `${server().url}/api/v1/sites/${site.id}/${path}`;
    const headers = { authorization: `Bearer ${server().owner.readOnly}`, 'user-agent': 'footfall-test' };
    return (await (await fetch(address, { headers })).text()).split('\r\n');
  };
  expect(await linesOf('hits.csv?group_by=source&attribution=visit&order_by=visits')).toEqual([
    'source,hit_count,unique_visitors,visits',
    ',2,2,2',
    'Google,2,1,1',
    'mail,1,0,0',
    '',
  ]);
  expect(await linesOf('events.csv?group_by=campaign&attribution=visit&include_visitors=true')).toEqual([
    'campaign,event_count,unique_visitors,visits,revenue',
    'spring,1,1,1,',
    '',
  ]);
  expect(await linesOf('hits.csv?exit_page=/pricing&attribution=visit')).toHaveLength(5);
});

const ORDERS = 'must be one of views, visitors, visits';

test.each([
  ['hits?attribution=foo', 'attribution must be one of hit, visit, got "foo"'],
  ['hours?attribution=', 'attribution must be one of hit, visit, got an empty value'],
  ['hits.csv?attribution=Visit', 'attribution must be one of hit, visit, got "Visit"'],
  ['events?attribution=hit&attribution=visit', 'attribution may be given once, got it 2 times'],
  [
    'hits?group_by=date&order_by=visits',
    'order_by and group_by=date exclude each other, got order_by=visits: buckets are in the order of time',
  ],
  ['hits?group_by=path&order_by=date', `order_by ${ORDERS}, got "date"`],
  ['events.csv?group_by=path&order_by=hits', `order_by ${ORDERS}, got "hits"`],
  ['hits?order_by=visits&order_by=views', 'order_by may be given once, got it 2 times'],
  ['events?include_visitors=yes', 'include_visitors must be true or false, got "yes"'],
  ['events?campaign=spring', 'campaign needs attribution=visit, got attribution=hit'],
  ['events.csv?not_entry_page=/', 'not_entry_page needs attribution=visit, got attribution=hit'],
  ['events?group_by=medium&attribution=hit', 'group_by=medium needs attribution=visit, got attribution=hit'],
])('%s is 400 and says what is allowed', async (path, error) => {
  expect(await ask(path)).toEqual({ status: 400, error });
});

test('agent visits and kudos have neither visitors nor visits', async () => {
  for (const kind of ['agent_visits', 'kudos']) {
    const { filters } = await ask(`${kind}?grouped=true&order_by=visits&include_visitors=true`);
    expect([filters.attribution, filters.order_by]).toEqual([undefined, undefined]);
    const error = 'attribution must be hit, got "visit"';
    expect(await ask(`${kind}?attribution=visit`)).toEqual({ status: 400, error });
  }
});
