/** Hits over time: intervals, weeks, zones and their changes. Source: api-v1, Endpoints, Hits, behaviour 1; decisions, section 2. */
import { expect, test } from 'bun:test';
import { givenSite } from '../support/given-site.ts';
import { aHit } from '../support/hit-rows.ts';
import { shareServer } from '../support/shared-server.ts';

const server = shareServer();
const setAccount = (body: object) => server().patch('/me/settings', body);

/** A site with a hit at each of these instants, the last of which is now, in an account with that zone. */
async function aSiteWith(instants: readonly string[], zone = 'UTC') {
  const { id, get } = await givenSite(server());
  server().clock.set(instants.at(-1) ?? '');
  await server().services.stores.hits.append(instants.map(at => aHit({ siteId: id, at })));
  await setAccount({ time_zone: zone, week_start: 'monday' });
  const ask = (query: string) => get(`/hits?group_by=date&${query}`);
  const counts = async (query: string) =>
    Object.fromEntries(
      (await ask(query)).grouped_hits.map((row: { date: string; hit_count: number }) => [
        row.date,
        row.hit_count,
      ]),
    );
  return { ask, counts };
}

test('a series has every day, those without hits too', async () => {
  const given = await aSiteWith(['2026-03-08T00:00:00Z', '2026-03-08T12:00:00Z', '2026-03-10T23:59:59Z']);
  expect((await given.ask('start_date=2026-03-07&end_date=2026-03-11')).grouped_hits).toEqual([
    { date: '2026-03-07', hit_count: 0 },
    { date: '2026-03-08', hit_count: 2 },
    { date: '2026-03-09', hit_count: 0 },
    { date: '2026-03-10', hit_count: 1 },
    { date: '2026-03-11', hit_count: 0 },
  ]);
});

test('the whole series is on one page, however small the page and whichever it is', async () => {
  const given = await aSiteWith(['2026-03-10T12:00:00Z']);
  for (const page of ['per_page=1', 'per_page=1&page=7']) {
    const body = await given.ask(page);
    expect(body.grouped_hits).toHaveLength(31);
    expect(body.pagination).toMatchObject({ current_page: 1, total_count: 31, total_pages: 1 });
  }
  const { filters, grouped_hits: rows } = await given.ask('start_date=2024-03-11');
  expect(rows).toHaveLength(730);
  expect(filters).toMatchObject({ grouped: true, group_by: 'date', interval: 'day' });
});

test('a week begins on Monday, or on Sunday by the setting of the account', async () => {
  // 8 March 2026 is a Sunday.
  const given = await aSiteWith(['2026-03-07T12:00:00Z', '2026-03-08T12:00:00Z', '2026-03-09T12:00:00Z']);
  const weeks = 'interval=week&start_date=2026-03-02&end_date=2026-03-15';
  expect(await given.counts(weeks)).toEqual({ '2026-03-02': 2, '2026-03-09': 1 });
  await setAccount({ week_start: 'sunday' });
  expect(await given.counts(weeks)).toEqual({ '2026-03-01': 1, '2026-03-08': 2, '2026-03-15': 0 });
});

test('weeks and months at the edges are named by their first day and count only the requested range', async () => {
  const given = await aSiteWith([
    '2026-02-27T12:00:00Z',
    '2026-02-28T12:00:00Z',
    '2026-03-03T12:00:00Z',
    '2026-03-04T12:00:00Z',
  ]);
  const range = 'start_date=2026-02-28&end_date=2026-03-03';
  expect(await given.counts(`interval=month&${range}`)).toEqual({ '2026-02-01': 1, '2026-03-01': 1 });
  expect(await given.counts(`interval=week&${range}`)).toEqual({ '2026-02-23': 1, '2026-03-02': 1 });
});

test('months have their own lengths, over the end of a year and a leap day', async () => {
  const given = await aSiteWith(['2023-12-31T23:59:59Z', '2024-02-29T12:00:00Z', '2024-03-01T00:00:00Z']);
  expect(await given.counts('interval=month&start_date=2023-12-15&end_date=2024-03-31')).toEqual({
    '2023-12-01': 1,
    '2024-01-01': 0,
    '2024-02-01': 1,
    '2024-03-01': 1,
  });
});

test('the series adds up to the summary', async () => {
  const given = await aSiteWith(['2026-03-08T00:00:00Z', '2026-03-09T12:00:00Z', '2026-03-10T23:59:59Z']);
  for (const interval of ['day', 'week', 'month']) {
    const { grouped_hits: rows, summary } = await given.ask(`interval=${interval}`);
    const sum = rows.reduce((total: number, row: { hit_count: number }) => total + row.hit_count, 0);
    expect([interval, sum]).toEqual([interval, summary.total_hits]);
  }
});

/** Days that do not last 24 hours, or do not begin on the hour: hits just before, at the first and last second, just after. */
test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', 23],
  ['America/Sao_Paulo', '2019-02-16', '2019-02-16T02:00:00Z', 25],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', 23.5],
  ['Asia/Kathmandu', '2026-03-10', '2026-03-09T18:15:00Z', 24],
])('in %s, %s begins at %s and lasts %d hours', async (zone, day, start, hours) => {
  const startMs = Date.parse(start);
  const endMs = startMs + hours * 3_600_000;
  const instants = [startMs - 1000, startMs, endMs - 1000, endMs].map(ms => new Date(ms).toISOString());
  const given = await aSiteWith(instants, zone);
  const dayBefore = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  const dayAfter = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const range = `start_date=${dayBefore}&end_date=${dayAfter}&time_zone=user`;
  expect(await given.counts(range)).toEqual({ [dayBefore]: 1, [day]: 2, [dayAfter]: 1 });
  const { summary, filters } = await given.ask(`start_date=${day}&end_date=${day}&time_zone=user`);
  expect(summary.total_hits).toBe(2);
  expect(filters.time_zone).toBe('user');
});

test('the same hits fall on other days in the two modes', async () => {
  const given = await aSiteWith(['2026-03-09T18:14:59Z', '2026-03-09T18:15:00Z'], 'Asia/Kathmandu');
  const range = 'start_date=2026-03-09&end_date=2026-03-10';
  expect(await given.counts(range)).toEqual({ '2026-03-09': 2, '2026-03-10': 0 });
  expect(await given.counts(`${range}&time_zone=user`)).toEqual({ '2026-03-09': 1, '2026-03-10': 1 });
});

test('a week over a change of the clocks begins and ends at local midnight', async () => {
  // Local Monday 23 March 00:00 is 23:00 UTC the day before; the next Monday's is 22:00 UTC.
  const instants = [
    '2026-03-22T22:59:59Z',
    '2026-03-22T23:00:00Z',
    '2026-03-29T21:59:59Z',
    '2026-03-29T22:00:00Z',
  ];
  const given = await aSiteWith(instants, 'Europe/Berlin');
  const weeks = 'interval=week&start_date=2026-03-16&end_date=2026-04-05&time_zone=user';
  expect(await given.counts(weeks)).toEqual({ '2026-03-16': 1, '2026-03-23': 2, '2026-03-30': 1 });
});

test('a series at the edges of the calendar is answered', async () => {
  const given = await aSiteWith(['2026-03-10T12:00:00Z'], 'Pacific/Apia');
  await setAccount({ week_start: 'sunday' });
  for (const day of ['0000-01-01', '0001-01-01', '1000-01-01', '2011-12-30', '9998-12-31', '9999-12-31']) {
    for (const interval of ['day', 'week', 'month']) {
      for (const zone of ['utc', 'user']) {
        const body = await given.ask(
          `interval=${interval}&start_date=${day}&end_date=${day}&time_zone=${zone}`,
        );
        expect([day, interval, zone, body.error ?? 'answered']).not.toContain('unexpected server error');
      }
    }
  }
});
