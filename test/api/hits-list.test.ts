/** Reading hits and events back: order, filters, pages, groups and summary. Source: api-v1, Endpoints, Hits; decisions, section 2. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { refused } from '../support/refused.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';
import { EVENT_FIELDS, HIT_FIELDS } from '../support/wire-hits.ts';

const server = shareServer();

const HITS = [
  { path: '/a', country: 'DE', referrer: 'https://News.example/today', visitor_id: 'ann' },
  { path: '/a', country: 'DE', referrer: 'https://news.example/yesterday', visitor_id: 'bob' },
  { path: '/b', country: 'FR', referrer: 'https://other.example/100%_sure', visitor_id: 'ann' },
  { path: '/A', country: 'XX' },
];

const EVENTS = [
  { event: 'signup.done', value: 'pro', path: '/a', country: 'DE', source: 'mail', visitor_id: 'ann' },
  { event: 'signup.done', value: 'free', path: '/a', country: 'DE', visitor_id: 'bob' },
  { event: 'signup.done', value: 'pro', path: '/b', country: 'FR', visitor_id: 'ann' },
  { event: 'video.play', source: 'mail' },
];

async function aSiteWith(kind: string, rows: readonly object[]) {
  const site = await givenSite(server());
  if (rows.length > 0) await (kind === 'hits' ? site.hits(rows) : site.events(rows));
  const ask = (query: Record<string, string> = {}) => site.ask(`/${kind}?${new URLSearchParams(query)}`);
  return { site, ask, groups: async (by: string) => (await ask({ group_by: by })).body.grouped_events };
}

async function pathsOf(rows: readonly object[]) {
  const { ask } = await aSiteWith('hits', rows);
  return async (query: Record<string, string>) =>
    (await ask(query)).body.hits.map((hit: { path: string }) => hit.path).sort();
}

test.each([
  ['hits', HITS, HIT_FIELDS, { total_hits: 4, unique_visitors: 2, distinct_paths: 3 }],
  ['events', EVENTS, EVENT_FIELDS, { total_events: 4, unique_visitors: 2, distinct_events: 2 }],
] as const)('a list is %s and what sums them up, newest first', async (kind, rows, fields, sum) => {
  const { ask } = await aSiteWith(kind, rows);
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual([kind, 'pagination', 'filters', 'summary']);
  expect(Object.keys(body[kind][0])).toEqual([...fields]);
  const ids = body[kind].map((row: { id: number }) => row.id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(body.pagination).toEqual({ current_page: 1, per_page: 100, total_count: 4, total_pages: 1 });
  const { start_date, end_date, time_zone, zone, attribution, ...others } = body.filters;
  expect([start_date, end_date, time_zone, zone, attribution]).toEqual([
    ...['2026-02-08', '2026-03-10', 'utc', 'UTC', 'hit'],
  ]);
  const named = ['country', 'path', kind === 'hits' ? 'referrer' : 'event', 'source'];
  for (const name of [...named, 'grouped', 'group_by', 'interval'])
    expect([name, others[name]]).toEqual([name, null]);
  expect(Object.values(others).filter(value => value !== null)).toEqual([]);
  expect(body.summary).toEqual(sum);
});

test('country and path match exactly, and referrer by a part whatever its case', async () => {
  const paths = await pathsOf(HITS);
  expect(await paths({ country: 'DE' })).toEqual(['/a', '/a']);
  expect(await paths({ path: '/a' })).toEqual(['/a', '/a']);
  expect(await paths({ path: '/' })).toEqual([]);
  expect(await paths({ referrer: 'NEWS.EXAMPLE' })).toEqual(['/a', '/a']);
  expect(await paths({ referrer: 'example' })).toEqual(['/a', '/a', '/b']);
  expect(await paths({ country: 'DE', referrer: 'yesterday' })).toEqual(['/a']);
});

test('signs that mean something to a database mean themselves', async () => {
  const paths = await pathsOf(HITS);
  expect(await paths({ referrer: '100%_sure' })).toEqual(['/b']);
  expect(await paths({ referrer: '%' })).toEqual(['/b']);
  expect(await paths({ referrer: '_' })).toEqual(['/b']);
  expect(await paths({ path: "' or 1=1 --" })).toEqual([]);
});

test('filters that are set are echoed, and the summary is of what they leave', async () => {
  const { ask } = await aSiteWith('hits', HITS);
  const { body } = await ask({ country: 'DE', path: '/a', referrer: 'news', grouped: 'false' });
  expect(body.filters).toMatchObject({ country: 'DE', path: '/a', referrer: 'news', grouped: false });
  expect(body.summary).toEqual({ total_hits: 2, unique_visitors: 2, distinct_paths: 1 });
});

test('a page past the end is 200 with an empty list, however far past', async () => {
  const { ask } = await aSiteWith('hits', HITS);
  for (const page of ['2', '1000000000', '999999999999999']) {
    const { status, body } = await ask({ page, per_page: '1000' });
    expect([page, status, body.hits]).toEqual([page, 200, []]);
    expect(body.pagination).toMatchObject({ current_page: Number(page), total_count: 4, total_pages: 1 });
  }
});

test('a site without hits has an empty list of no pages', async () => {
  const { ask } = await aSiteWith('hits', []);
  expect((await ask()).body).toMatchObject({
    hits: [],
    pagination: { total_count: 0, total_pages: 0 },
    summary: { total_hits: 0, unique_visitors: 0, distinct_paths: 0 },
  });
});

test('a day ends at its last millisecond', async () => {
  const { id: siteId, get } = await givenSite(server());
  const instants = [
    '2026-03-10T23:59:59.999Z',
    '2026-03-11T00:00:00.000Z',
    '2026-03-11T23:59:59.999Z',
    '2026-03-12T00:00:00.000Z',
  ];
  await server().services.stores.hits.append(instants.map(at => aHit({ siteId, at })));
  const { hits } = await get('/hits?start_date=2026-03-11&end_date=2026-03-11');
  expect(hits.map((hit: { created_at: string }) => hit.created_at)).toEqual([instants[2], instants[1]]);
});

test('a written hit is in the very next answer, also with many at once', async () => {
  const { site, ask } = await aSiteWith('hits', []);
  let written = 0;
  const writeAndRead = async () => {
    expect((await site.post('/hits', { path: '/' })).status).toBe(201);
    const atLeast = ++written;
    expect((await ask({ per_page: '1' })).body.summary.total_hits).toBeGreaterThanOrEqual(atLeast);
  };
  await Promise.all(Array.from({ length: 40 }, writeAndRead));
  expect((await ask()).body.summary.total_hits).toBe(40);
});

const BAD: Record<string, readonly [Record<string, string>, string][]> = {
  hits: [
    [{ grouped: 'yes' }, 'grouped must be true or false, got "yes"'],
    [
      { group_by: 'town' },
      'group_by must be one of path, country, referrer, browser_name, platform_name, source, date, referrer_host, campaign, medium, term, content, hostname, channel, device, screen, network, bot_sign, entry_page, exit_page, region, city, language, browser_version, platform_version or property:NAME, got "town"',
    ],
    [
      { start_date: '9999-12-30' },
      'start_date must be a date in the form YYYY-MM-DD from 1000-01-01 to 9998-12-31, got "9999-12-30"',
    ],
    [{ start_date: 'yesterday' }, 'start_date must be a date in the form YYYY-MM-DD, got "yesterday"'],
    [
      { start_date: '2020-01-01' },
      'a range from start_date to end_date may be at most 730 days long, first and last day included, got 2261 from 2020-01-01 to 2026-03-10',
    ],
  ],
  events: [
    [
      { group_by: 'url' },
      'group_by must be one of event, value, path, country, source, date, referrer_host, hostname, channel, browser_name, platform_name, device, screen, network, region, city, language, browser_version, platform_version, referrer, campaign, medium, term, content, bot_sign, entry_page, exit_page or property:NAME, got "url"',
    ],
    [{ per_page: '1001' }, 'per_page must be an integer from 1 to 1000, got 1001'],
    [{ start_date: '2026-02-30' }, 'start_date must be a date in the form YYYY-MM-DD, got "2026-02-30"'],
  ],
};

test.each(['hits', 'events'])('a bad parameter of %s is 400 and names the allowed values', async kind => {
  const { ask } = await aSiteWith(kind, []);
  const cases: readonly [Record<string, string>, string][] = [
    ...(BAD[kind] ?? []),
    [{ country: 'DEU' }, 'country must be a two-letter country code, got "DEU"'],
    [{ interval: 'year' }, 'interval must be one of hour, day, week, month, got "year"'],
  ];
  for (const [query, error] of cases) expect([query, await ask(query)]).toEqual([query, refused(400, error)]);
});

test.each([
  ['hits', 'path', '/'],
  ['events', 'event', 'n.'],
])('pages cut the list of %s, and the summary stays that of the whole', async (kind, field, start) => {
  const { ask } = await aSiteWith(
    kind,
    Array.from({ length: 25 }, (_, n) => ({ [field]: `${start}${n}` })),
  );
  const pages = [];
  for (const page of ['1', '2', '3', '4']) pages.push((await ask({ page, per_page: '10' })).body);
  expect(pages.map(body => body[kind].length)).toEqual([10, 10, 5, 0]);
  expect(new Set(pages.flatMap(body => body[kind].map((row: { id: number }) => row.id))).size).toBe(25);
  expect(pages[2].pagination).toEqual({ current_page: 3, per_page: 10, total_count: 25, total_pages: 3 });
  expect(pages[2].summary[`total_${kind}`]).toBe(25);
});

test.each([
  ['hits', HITS],
  ['events', EVENTS],
] as const)('%s of other sites, and of other accounts, are never among them', async (kind, rows) => {
  const { ask } = await aSiteWith(kind, []);
  const { site } = await aSiteWith(kind, rows);
  expect((await ask()).body.summary[`total_${kind}`]).toBe(0);
  const { full: key } = await server().given.user(`stranger-of-${kind}@example.org`);
  expect((await server().api('GET', `${site.path}/${kind}`, { key })).status).toBe(404);
});

test.each([
  [{ event: 'signup.done' }, { total_events: 3, unique_visitors: 2, distinct_events: 1 }],
  [{ event: 'signup' }, { total_events: 0, unique_visitors: 0, distinct_events: 0 }],
  [{ path: '/a' }, { total_events: 2, unique_visitors: 2, distinct_events: 1 }],
  [{ country: 'de' }, { total_events: 2, unique_visitors: 2, distinct_events: 1 }],
  [{ source: 'mail' }, { total_events: 2, unique_visitors: 1, distinct_events: 2 }],
  [{ source: 'MAIL' }, { total_events: 2, unique_visitors: 1, distinct_events: 2 }],
  [{ source: 'mai' }, { total_events: 0, unique_visitors: 0, distinct_events: 0 }],
  [
    { event: 'signup.done', country: 'FR' },
    { total_events: 1, unique_visitors: 1, distinct_events: 1 },
  ],
  [{ end_date: '2026-03-09' }, { total_events: 0, unique_visitors: 0, distinct_events: 0 }],
])('%j matches exactly, is echoed and is summed up', async (query: Record<string, string>, summary) => {
  const { ask } = await aSiteWith('events', EVENTS);
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
  const { groups } = await aSiteWith('events', EVENTS);
  expect(await groups(by)).toEqual(
    Object.entries(expected).map(([value, event_count]) => ({
      ...{ [by]: value === 'null' ? null : value, event_count },
    })),
  );
});

test('a grouped answer pages through its groups and sums up every event', async () => {
  const { ask } = await aSiteWith('events', EVENTS);
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
  await server().patch('/me/settings', { time_zone: 'Europe/Berlin' });
  const series = (query: string) => get(`/events?group_by=date&start_date=2026-03-08&${query}`);
  const { grouped_events: rows, pagination, filters } = await series('per_page=1&page=3');
  expect(rows).toEqual(table('date event_count', ['2026-03-08', 1], ['2026-03-09', 0], ['2026-03-10', 1]));
  expect(pagination).toMatchObject({ current_page: 1, total_count: 3, total_pages: 1 });
  expect(filters).toMatchObject({ group_by: 'date', interval: 'day' });
  expect(
    (await series('time_zone=user')).grouped_events.map((row: { event_count: number }) => row.event_count),
  ).toEqual([0, 1, 1]);
  expect((await series('interval=month')).grouped_events).toEqual([{ date: '2026-03-01', event_count: 2 }]);
});

test('hostile filters find nothing and break nothing', async () => {
  const { ask } = await aSiteWith('events', EVENTS);
  for (const text of ["' or 1=1 --", '%', '_', '__proto__', '\u0000', '💩', '\\', 'x'.repeat(5000)])
    for (const name of ['event', 'path', 'source']) {
      const { status, body } = await ask({ [name]: text });
      expect([name, text, status, body.summary?.total_events]).toEqual([name, text, 200, 0]);
    }
});
