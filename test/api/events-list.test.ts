/** Reading events back, one by one and in groups, in the shape of the reports on hits. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { EVENT_FIELDS } from '../support/wire-hits.ts';

const server = shareServer();

const EVENTS = [
  { event: 'signup.done', value: 'pro', path: '/a', country: 'DE', source: 'mail', visitor_id: 'ann' },
  { event: 'signup.done', value: 'free', path: '/a', country: 'DE', visitor_id: 'bob' },
  { event: 'signup.done', value: 'pro', path: '/b', country: 'FR', visitor_id: 'ann' },
  { event: 'video.play', source: 'mail' },
];

async function aSiteWith(events: readonly object[]) {
  const site = await givenSite(server());
  await site.events(events);
  const ask = (query: Record<string, string> = {}) => site.ask(`/events?${new URLSearchParams(query)}`);
  return { site, ask, groups: async (by: string) => (await ask({ group_by: by })).body.grouped_events };
}

test('a list is events, pagination, filters and summary, the newest first', async () => {
  const { ask } = await aSiteWith(EVENTS);
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['events', 'pagination', 'filters', 'summary']);
  expect(Object.keys(body.events[0])).toEqual(EVENT_FIELDS);
  const ids = body.events.map((event: { id: number }) => event.id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(body.pagination).toEqual({ current_page: 1, per_page: 100, total_count: 4, total_pages: 1 });
  const { start_date, end_date, time_zone, ...others } = body.filters;
  expect([start_date, end_date, time_zone]).toEqual(['2026-02-08', '2026-03-10', 'utc']);
  for (const name of ['event', 'path', 'country', 'source', 'grouped', 'group_by', 'interval'])
    expect([name, others[name]]).toEqual([name, null]);
  expect(body.summary).toEqual({ total_events: 4, unique_visitors: 2, distinct_events: 2 });
});

test.each([
  [{ event: 'signup.done' }, { total_events: 3, unique_visitors: 2, distinct_events: 1 }],
  [{ event: 'signup' }, { total_events: 0, unique_visitors: 0, distinct_events: 0 }],
  [{ path: '/a' }, { total_events: 2, unique_visitors: 2, distinct_events: 1 }],
  [{ country: 'de' }, { total_events: 2, unique_visitors: 2, distinct_events: 1 }],
  [{ source: 'mail' }, { total_events: 2, unique_visitors: 1, distinct_events: 2 }],
  [{ source: 'Mail' }, { total_events: 0, unique_visitors: 0, distinct_events: 0 }],
  [
    { event: 'signup.done', country: 'FR' },
    { total_events: 1, unique_visitors: 1, distinct_events: 1 },
  ],
  [{ end_date: '2026-03-09' }, { total_events: 0, unique_visitors: 0, distinct_events: 0 }],
])('%j matches exactly, is echoed and is summed up', async (query: Record<string, string>, summary) => {
  const { ask } = await aSiteWith(EVENTS);
  const { body } = await ask(query);
  expect(body.summary).toEqual(summary);
  expect(body.events).toHaveLength(summary.total_events);
  expect(body.filters).toMatchObject(
    query.country ? { ...query, country: query.country.toUpperCase() } : query,
  );
});

test.each([
  ['event', { 'signup.done': 3, 'video.play': 1 }],
  ['value', { pro: 2, free: 1, null: 1 }],
  ['path', { '/a': 2, '/b': 1, null: 1 }],
  ['country', { DE: 2, FR: 1, XX: 1 }],
  ['source', { mail: 2, null: 2 }],
])('by %s: the value and its events, largest first, those without one last', async (by, expected) => {
  const { groups } = await aSiteWith(EVENTS);
  expect(await groups(by)).toEqual(
    Object.entries(expected).map(([value, event_count]) => ({
      ...{ [by]: value === 'null' ? null : value, event_count },
    })),
  );
});

test('a grouped answer pages through its groups and sums up every event', async () => {
  const { ask } = await aSiteWith(EVENTS);
  expect((await ask({ grouped: 'true', per_page: '1', page: '2', source: 'mail' })).body).toEqual({
    grouped_events: [{ event: 'video.play', event_count: 1 }],
    pagination: { current_page: 2, per_page: 1, total_count: 2, total_pages: 2 },
    filters: expect.objectContaining({ grouped: true, group_by: 'event', interval: null, source: 'mail' }),
    summary: { total_events: 2, unique_visitors: 1, distinct_events: 2 },
  });
  expect((await ask({ grouped: 'false', group_by: 'path' })).body.events).toHaveLength(4);
  const past = (await ask({ group_by: 'event', page: '9' })).body;
  expect([past.grouped_events, past.summary.distinct_events]).toEqual([[], 2]);
});

test('a series has every day on one page, empty ones too, in the days of the account on request', async () => {
  const { id: siteId, get } = await givenSite(server());
  const instants = ['2026-03-08T23:30:00Z', '2026-03-10T12:00:00Z'];
  const event = { siteId, kind: 'event', event: 'a.b' } as const;
  await server().services.stores.hits.append(instants.map(at => aHit({ ...event, at })));
  await server().api('PATCH', '/me/settings', { body: { time_zone: 'Europe/Berlin' } });
  const series = (query: string) => get(`/events?group_by=date&start_date=2026-03-08&${query}`);
  const { grouped_events: rows, pagination, filters } = await series('per_page=1&page=3');
  expect(rows).toEqual([
    { date: '2026-03-08', event_count: 1 },
    { date: '2026-03-09', event_count: 0 },
    { date: '2026-03-10', event_count: 1 },
  ]);
  expect(pagination).toMatchObject({ current_page: 1, total_count: 3, total_pages: 1 });
  expect(filters).toMatchObject({ group_by: 'date', interval: 'day' });
  expect(
    (await series('time_zone=user')).grouped_events.map((row: { event_count: number }) => row.event_count),
  ).toEqual([0, 1, 1]);
  expect((await series('interval=month')).grouped_events).toEqual([{ date: '2026-03-01', event_count: 2 }]);
});

test('a bad parameter is 400 and names the allowed values', async () => {
  const { ask } = await aSiteWith([]);
  const cases: [Record<string, string>, string][] = [
    [
      { group_by: 'url' },
      'group_by must be one of event, value, path, country, source, date, referrer_host, hostname, channel, browser_name, platform_name, device, screen, region, city, language, browser_version, platform_version, referrer, campaign, medium, term, content, entry_page, exit_page or property:NAME, got "url"',
    ],
    [{ country: 'DEU' }, 'country must be a two-letter country code, got "DEU"'],
    [{ per_page: '1001' }, 'per_page must be an integer from 1 to 1000, got 1001'],
    [{ interval: 'year' }, 'interval must be one of hour, day, week, month, got "year"'],
    [{ start_date: '2026-02-30' }, 'start_date must be a date in the form YYYY-MM-DD, got "2026-02-30"'],
  ];
  for (const [query, error] of cases) expect([query, await ask(query)]).toEqual([query, refused(400, error)]);
});

test('hostile filters find nothing and break nothing', async () => {
  const { ask } = await aSiteWith(EVENTS);
  for (const text of ["' or 1=1 --", '%', '_', '__proto__', '\u0000', '💩', '\\', 'x'.repeat(5000)])
    for (const name of ['event', 'path', 'source']) {
      const { status, body } = await ask({ [name]: text });
      expect([name, text, status, body.summary?.total_events]).toEqual([name, text, 200, 0]);
    }
});

test('pages cut the list, and one past the end is empty', async () => {
  const { ask } = await aSiteWith(Array.from({ length: 25 }, (_, n) => ({ event: `n.${n}` })));
  const pages = [];
  for (const page of ['1', '2', '3', '4']) pages.push((await ask({ page, per_page: '10' })).body);
  expect(pages.map(({ events }) => events.length)).toEqual([10, 10, 5, 0]);
  expect(pages[2].pagination).toEqual({ current_page: 3, per_page: 10, total_count: 25, total_pages: 3 });
});

test('events of other sites, and of other accounts, are never among them', async () => {
  const { ask } = await aSiteWith([]);
  const { site } = await aSiteWith(EVENTS);
  expect((await ask()).body.summary.total_events).toBe(0);
  const { full: key } = await server().given.user('stranger@example.org');
  expect((await server().api('GET', `${site.path}/events`, { key })).status).toBe(404);
});
