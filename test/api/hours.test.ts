/** Hits by weekday and hour; reports of all time: every day since the first row, however many. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { HOSTILE_VALUES } from '../support/hostile-parameters.ts';
import { shareServer } from '../support/shared-server.ts';
import { table } from '../support/table.ts';

const server = shareServer();

interface Hour {
  readonly weekday: number;
  readonly hour: number;
  readonly hit_count: number;
}

/** Returns a function that asks for the hours of a site with a hit at each of these instants. */
async function aSiteWith(...instants: string[]) {
  const { id: siteId, ask } = await givenSite(server());
  await server().services.stores.hits.append(instants.map(at => aHit({ siteId, at, country: 'DE' })));
  return { siteId, ask: (query: string) => ask(`/hours?${query}`) };
}
const busy = (hours: readonly Hour[]) =>
  hours.filter(row => row.hit_count > 0).map(row => [row.weekday, row.hour, row.hit_count]);

test('there are 168 hours, Monday at midnight first, each with its hits', async () => {
  const { ask } = await aSiteWith('2026-03-02T09:59:59Z', '2026-03-09T09:00:00Z', '2026-03-15T23:59:59Z');
  const { body } = await ask('start_date=2026-03-01&end_date=2026-03-15');
  expect(body.hours).toHaveLength(168);
  expect(body.hours[0]).toEqual({ weekday: 1, hour: 0, hit_count: 0, median_count: 0 });
  expect(body.hours[9]).toMatchObject({ weekday: 1, hit_count: 2, median_count: 1 });
  expect(busy(body.hours)).toEqual([
    [1, 9, 2],
    [7, 23, 1],
  ]);
  expect(body.summary).toEqual({ total_hits: 3, unique_visitors: 0, distinct_paths: 1 });
  expect(body.filters).toMatchObject({
    start_date: '2026-03-01',
    end_date: '2026-03-15',
    time_zone: 'utc',
    zone: 'UTC',
    path: null,
  });
});

test('hours are those of the account’s clock, also across its changes', async () => {
  // Sunday at 01:30 before the change, 03:30 after it, and 12:00.
  const { ask } = await aSiteWith('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '2026-03-29T10:00:00Z');
  await server().patch('/me/settings', { time_zone: 'Europe/Berlin' });
  const { body } = await ask('start_date=2026-03-29&end_date=2026-03-29&time_zone=user');
  expect(busy(body.hours)).toEqual([
    [7, 1, 1],
    [7, 3, 1],
    [7, 12, 1],
  ]);
});

test('the filters of hits go for the hours and the summary', async () => {
  const at = '2026-03-09T09:00:00Z';
  const { siteId, ask } = await aSiteWith(at);
  await server().services.stores.hits.append([aHit({ siteId, at, path: '/a', country: 'FR' })]);
  const { body } = await ask('country=fr&not_path=/b');
  expect(busy(body.hours)).toEqual([[1, 9, 1]]);
  expect(body.summary.total_hits).toBe(1);
  expect(body.filters).toMatchObject({ country: 'FR', not_path: '/b' });
});

test('two years are answered', async () => {
  const { ask } = await aSiteWith();
  const { status, body } = await ask('start_date=2024-03-11&end_date=2026-03-10');
  expect([status, busy(body.hours)]).toEqual([200, []]);
});

test.each(['start_date', 'end_date', 'time_zone', 'country', 'path', 'device'])(
  'a strange %s is no 500',
  async name => {
    const { ask } = await aSiteWith();
    for (const value of HOSTILE_VALUES) {
      const { status } = await ask(`${name}=${encodeURIComponent(value)}`);
      expect([value, [200, 400].includes(status)]).toEqual([value, true]);
    }
  },
);

/** A site with a hit at noon of each day. */
async function siteSince(...days: string[]) {
  const site = await givenSite(server());
  const rows = days.map(day => aHit({ siteId: site.id, at: `${day}T12:00:00Z` }));
  await server().services.stores.hits.append(rows);
  return site;
}

test('begins with the first row and ends today, also over more than 730 days', async () => {
  const { get } = await siteSince('2021-05-06', '2025-01-01');
  const { filters, summary } = await get('/hits?period=all&group_by=date&interval=month');
  expect(filters).toMatchObject({ start_date: '2021-05-06', end_date: '2026-03-10' });
  expect(summary.total_hits).toBe(2);
});

test('begins with a kudo where that came first', async () => {
  const { id, get, post } = await givenSite(server());
  const { clock, services } = server();
  clock.advance({ days: -40 });
  await post('/kudos', { path: '/a' });
  clock.advance({ days: 40 });
  await services.stores.hits.append([aHit({ siteId: id, at: '2026-03-01T12:00:00Z' })]);
  for (const [report, count] of [
    ['kudos?grouped=true', (body: { summary: { total_kudos: number } }) => body.summary.total_kudos],
    ['overview?', (body: { figures: { kudos: number } }) => body.figures.kudos],
  ] as const) {
    const body = await get(`/${report}&period=all`);
    expect([body.filters.start_date, count(body)]).toEqual(['2026-01-29', 1]);
  }
});

test('is today for a site without anything', async () => {
  const { get } = await siteSince();
  const { filters, figures } = await get('/overview?period=all');
  expect(filters).toMatchObject({ start_date: '2026-03-10', end_date: '2026-03-10' });
  expect(figures.hits).toBe(0);
});

test.each(['hits', 'events', 'agent_visits', 'kudos', 'overview', 'hours', 'user_journeys'])(
  'is supported by %s',
  async report => {
    const { ask } = await siteSince('2022-02-02');
    const { status, body } = await ask(`/${report}?period=all`);
    expect(status).toBe(200);
    expect(body.filters.start_date).toBe('2022-02-02');
  },
);

test('hours of all time are those of the rows, also where one is decades older than the rest', async () => {
  const { get } = await siteSince('1971-03-02', '2024-02-29', '2026-03-10');
  for (const filter of ['', '&not_country=FR', '&not_entry_page=/x']) {
    const { filters, hours } = await get(`/hours?period=all${filter}`);
    const busyHours = hours.filter((row: { hit_count: number }) => row.hit_count > 0);
    expect(filters.start_date).toBe('1971-03-02');
    // Two Tuesdays and a Thursday.
    expect(busyHours).toMatchObject(table('weekday hour hit_count', [2, 12, 2], [4, 12, 1]));
  }
});

test('takes no date range beside it, and no other word', async () => {
  const { ask } = await siteSince();
  const both = await ask('/hits?period=all&start_date=2026-01-01');
  expect([both.status, both.body.error]).toEqual([400, 'period=all takes neither start_date nor end_date']);
  const other = await ask('/hits?period=ever');
  expect([other.status, other.body.error]).toEqual([400, 'period must be all, got "ever"']);
});

test('the median of an hour is of the weeks in which it has begun', async () => {
  const at = (day: number) => `2026-03-${String(day).padStart(2, '0')}T09:00:00Z`;
  const peak = Array.from({ length: 20 }, () => at(9));
  const { ask } = await aSiteWith(at(2), ...peak, at(16), at(16));
  server().clock.set('2026-03-18T12:00:00Z');
  const { body } = await ask('start_date=2026-03-01&end_date=2026-03-31');
  expect(body.hours[9]).toEqual({ weekday: 1, hour: 9, hit_count: 23, median_count: 2 });
});
