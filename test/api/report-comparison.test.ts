/** Reports beside those of an earlier period. */
import { expect, test } from 'bun:test';
import { aHit } from '../support/hit-rows.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();

/** A site that was hit by a visitor of its own at each of these instants; the clock then stands at `now`. */
async function siteWith(instants: readonly string[], now: string, zone?: string) {
  const { api, clock, given, owner, services } = server();
  clock.set(now);
  const email = `someone-${crypto.randomUUID()}@example.org`;
  const key = zone === undefined ? owner.full : (await given.user(email, 'ultra', zone)).full;
  const { id } = await given.site({}, key);
  const rows = instants.map((at, index) => aHit({ siteId: id, at, visitor: BigInt(index + 1) }));
  if (rows.length > 0) await services.stores.hits.append(rows);
  const send = (kind: string, body: unknown) => api('POST', `/sites/${id}/${kind}`, { key, body });
  const ask = async (query: string, kind = 'hits') =>
    (await api('GET', `/sites/${id}/${kind}?${query}`, { key })).body;
  return { ask, send, clock };
}

const FOUR_DAYS = [
  '2026-03-01T10:00:00Z',
  '2026-03-02T10:00:00Z',
  '2026-03-02T20:00:00Z',
  '2026-03-03T10:00:00Z',
];

test('the previous period is as many days right before, with its sums and its series', async () => {
  const given = await siteWith(FOUR_DAYS, '2026-03-10T12:00:00Z');
  const body = await given.ask(
    'group_by=date&start_date=2026-03-03&end_date=2026-03-04&compare=previous_period',
  );
  expect(body.filters.compare).toBe('previous_period');
  expect(body.summary.total_hits).toBe(1);
  expect(body.comparison).toEqual({
    start_date: '2026-03-01',
    end_date: '2026-03-02',
    is_partial: false,
    summary: { total_hits: 3, unique_visitors: 3, distinct_paths: 1 },
    grouped_hits: table('date hit_count', ['2026-03-01', 1], ['2026-03-02', 2]),
  });
});

test('groups of the page are compared one by one, in its order, and nothing without a comparison', async () => {
  const given = await siteWith(FOUR_DAYS, '2026-03-10T12:00:00Z');
  const days = 'start_date=2026-03-03&end_date=2026-03-04';
  for (const [query, groups] of [
    ['', {}],
    ['group_by=path', { grouped_hits: [{ path: '/', views: 3, unique_views: 3 }] }],
    ['group_by=country&search=y', { grouped_hits: [] }],
    [
      'group_by=country&include_visitors=true&order_by=visitors',
      {
        grouped_hits: [{ country: 'XX', hit_count: 3, unique_visitors: 3, visits: 3 }],
        summary: expect.objectContaining({ visits: 3 }),
      },
    ],
  ] as const)
    expect((await given.ask(`${days}&${query}&compare=previous_period`)).comparison).toEqual({
      start_date: '2026-03-01',
      end_date: '2026-03-02',
      is_partial: false,
      summary: { total_hits: 3, unique_visitors: 3, distinct_paths: 1 },
      ...groups,
    });
  expect(await given.ask(days)).not.toHaveProperty('comparison');
});

test('a group without rows in the earlier period has none there, and those of other pages are left out', async () => {
  const given = await siteWith([], '2026-03-10T12:00:00Z');
  for (const [instant, ...paths] of [
    ['2026-03-01T10:00:00Z', '/old', '/both'],
    ['2026-03-03T10:00:00Z', '/new', '/new', '/both'],
  ] as const) {
    given.clock.set(instant);
    await given.send(
      'hits/batch',
      paths.map(path => ({ path })),
    );
  }
  given.clock.set('2026-03-10T12:00:00Z');
  const days = 'start_date=2026-03-03&end_date=2026-03-04&group_by=path&per_page=2&compare=previous_period';
  const { grouped_hits, comparison } = await given.ask(days);
  expect(grouped_hits.map(({ path }: { path: string }) => path)).toEqual(['/new', '/both']);
  expect(comparison.grouped_hits).toMatchObject(table('path views', ['/new', 0], ['/both', 1]));
});

test('while today lasts, sums of the earlier period end at the same time of day, and its series is whole', async () => {
  const given = await siteWith(FOUR_DAYS, '2026-03-03T12:00:00Z');
  const today = 'start_date=2026-03-03&group_by=date&compare=previous_period&include_visitors=true';
  const { comparison } = await given.ask(today);
  expect(comparison).toEqual({
    start_date: '2026-03-02',
    end_date: '2026-03-02',
    is_partial: true,
    summary: { total_hits: 1, unique_visitors: 1, distinct_paths: 1, visits: 1 },
    grouped_hits: [
      { date: '2026-03-02', hit_count: 2, visitors: 2, unique_hits: 2, unique_visitors: 2, visits: 2 },
    ],
  });
});

test('the time of day has whole minutes, so that a report within the same one is answered from memory', async () => {
  const minute = ['2026-03-02T12:00:10Z', '2026-03-02T12:00:50Z', '2026-03-02T12:01:00Z'];
  const given = await siteWith(minute, '2026-03-03T12:01:45Z');
  const { comparison } = await given.ask('start_date=2026-03-03&compare=previous_period');
  expect(comparison.summary.total_hits).toBe(2);
});

test('the time of day is that of the account where its days are requested', async () => {
  // In Auckland 23:30 of the 3rd; the evening of the day before there is the morning in UTC.
  const given = await siteWith(FOUR_DAYS, '2026-03-03T10:30:00Z', 'Pacific/Auckland');
  const { comparison } = await given.ask('start_date=2026-03-03&time_zone=user&compare=previous_period');
  expect(comparison).toMatchObject({
    start_date: '2026-03-02',
    is_partial: true,
    summary: { total_hits: 1 },
  });
});

test('the previous year has the same dates, and 28 February for the 29th', async () => {
  const given = await siteWith(['2023-02-28T10:00:00Z'], '2024-03-10T12:00:00Z');
  const { comparison } = await given.ask(
    'start_date=2024-02-29&end_date=2024-03-01&group_by=date&compare=previous_year',
  );
  expect(comparison).toMatchObject({ start_date: '2023-02-28', end_date: '2023-03-01', is_partial: false });
  expect(comparison.grouped_hits).toEqual(table('date hit_count', ['2023-02-28', 1], ['2023-03-01', 0]));
});

const HOUR_OF_DAYS = 'T10:00:00Z';

test.each([
  ['a whole month: the one before', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['a month after a shorter one', '2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['the year so far: its days a year earlier', '2026-01-01', '2026-03-10', '2025-01-01', '2025-03-10'],
  [
    'days since 1 January, but no longer than a month',
    '2026-01-01',
    '2026-01-10',
    '2025-12-22',
    '2025-12-31',
  ],
  ['30 days: the 30 before', '2026-02-09', '2026-03-10', '2026-01-10', '2026-02-08'],
  ['a week: the one before', '2026-03-02', '2026-03-08', '2026-02-23', '2026-03-01'],
  ['two days: the two before', '2026-03-09', '2026-03-10', '2026-03-07', '2026-03-08'],
])('the matching period of %s', async (_, start, end, start_date, end_date) => {
  const given = await siteWith([`${end_date}${HOUR_OF_DAYS}`], '2026-04-01T00:00:00Z');
  const { comparison } = await given.ask(`start_date=${start}&end_date=${end}&compare=matching_period`);
  expect(comparison).toMatchObject({ start_date, end_date, is_partial: false, summary: { total_hits: 1 } });
});

test('a month that is not over is compared with the same days of the month before, as far as it has them', async () => {
  const instants = ['2026-02-28T10:00:00Z', '2026-02-28T20:00:00Z'];
  const month = 'start_date=2026-03-01&end_date=2026-03-31&compare=matching_period';
  for (const [now, total_hits] of [
    ['2026-03-27T12:00:00Z', 0],
    ['2026-03-30T12:00:00Z', 1],
  ] as const) {
    const given = await siteWith(instants, now);
    expect((await given.ask(month)).comparison).toMatchObject({ is_partial: true, summary: { total_hits } });
  }
});

test('chosen days are compared with as a whole', async () => {
  const given = await siteWith(FOUR_DAYS, '2026-03-03T12:00:00Z');
  const chosen =
    'start_date=2026-03-03&compare=custom&compare_start_date=2026-03-01&compare_end_date=2026-03-02';
  expect((await given.ask(chosen)).comparison).toMatchObject({
    start_date: '2026-03-01',
    end_date: '2026-03-02',
    is_partial: false,
    summary: { total_hits: 3 },
  });
});

test.each([
  ['compare=custom', 'compare=custom needs compare_start_date'],
  ['compare=custom&compare_start_date=2026-03-01', 'compare=custom needs compare_end_date'],
  ['compare_start_date=2026-03-01', 'compare_start_date needs compare=custom'],
  [
    'compare=previous_year&compare_end_date=2026-03-01',
    'compare_end_date needs compare=custom, got compare=previous_year',
  ],
  [
    'compare=custom&compare_start_date=2026-03-02&compare_end_date=2026-03-01',
    'compare_end_date must not be before compare_start_date: 2026-03-01 is before 2026-03-02',
  ],
  [
    'compare=custom&compare_start_date=2020-03-02&compare_end_date=2026-03-01',
    /^compare_start_date and compare_end_date may span at most \d+ days, got 2191$/,
  ],
  ['compare=custom&compare_start_date=soon&compare_end_date=2026-03-01', /^compare_start_date must be/],
])('%s is refused', async (query, error) => {
  const given = await siteWith([], '2026-03-10T00:00:00Z');
  expect((await given.ask(query)).error).toMatch(error);
});

test('filters leave out of both periods', async () => {
  const given = await siteWith(FOUR_DAYS, '2026-03-10T12:00:00Z');
  const { summary, comparison } = await given.ask(
    'start_date=2026-03-03&end_date=2026-03-03&not_path=/&compare=previous_period',
  );
  expect([summary.total_hits, comparison.summary.total_hits]).toEqual([0, 0]);
});

const VISIT = { path: '/', user_agent: 'GPTBot/1.2' };
const EVENTS = { total_events: 2, unique_visitors: 0, distinct_events: 1 };

test.each([
  ['events', { event: 'a.b' }, 'grouped_events', 'event_count', EVENTS],
  ['agent_visits', VISIT, 'grouped_agent_visits', 'visit_count', { total_visits: 2 }],
  ['kudos', { path: '/' }, 'grouped_kudos', 'kudo_count', { total_kudos: 2 }],
])('%s are compared in the same way', async (kind, body, list, count, summary) => {
  const given = await siteWith([], '2026-03-10T12:00:00Z');
  for (const instant of FOUR_DAYS) {
    given.clock.set(instant);
    expect((await given.send(kind, body)).status).toBe(201);
  }
  given.clock.set('2026-03-10T12:00:00Z');
  const query = 'start_date=2026-03-03&end_date=2026-03-03&compare=previous_period';
  expect((await given.ask(query, kind)).comparison).toMatchObject({ start_date: '2026-03-02', summary });
  expect((await given.ask(`${query}&group_by=date`, kind)).comparison[list]).toEqual([
    { date: '2026-03-02', [count]: 2 },
  ]);
});

test('a comparison at the edges of the calendar is answered or refused with its reason', async () => {
  const given = await siteWith([], '2026-03-10T00:00:00Z', 'Pacific/Apia');
  for (const day of ['1000-01-01', '1001-06-01', '2011-12-31', '2026-03-10', '9998-12-31'])
    for (const compare of ['matching_period', 'previous_period', 'previous_year'])
      for (const zone of ['utc', 'user']) {
        const body = await given.ask(
          `group_by=date&start_date=${day}&end_date=${day}&compare=${compare}&time_zone=${zone}`,
        );
        expect([day, compare, body.error ?? Object.keys(body.comparison).length]).toEqual([
          day,
          compare,
          day === '1000-01-01' ? `compare=${compare} would begin before 1000-01-01: choose later days` : 5,
        ]);
      }
  expect((await given.ask('compare=last_week')).error).toBe(
    'compare must be one of matching_period, previous_period, previous_year, custom, got "last_week"',
  );
});
