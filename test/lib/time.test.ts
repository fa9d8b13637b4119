/** Days, weeks and months in zones whose clocks change. */
import { expect, test } from 'bun:test';
import {
  addDays,
  addYears,
  daysBetween,
  isDay,
  isTimeZone,
  listHours,
  startOfDay,
  toBuckets,
  toDay,
} from '../../src/lib/time.ts';

const iso = (instant: Date) => instant.toISOString().replace('.000Z', 'Z');

/** Each day's first instant and how long it lasts. */
test.each([
  ['UTC', '2026-03-10', '2026-03-10T00:00:00Z', 24],
  ['Europe/Berlin', '2026-03-28', '2026-03-27T23:00:00Z', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z', 25],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00Z', 23], // there is no midnight
  ['America/Sao_Paulo', '2019-02-16', '2019-02-16T02:00:00Z', 25], // its last hour comes twice
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00Z', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00Z', 23.5],
  ['Asia/Kathmandu', '2026-03-10', '2026-03-09T18:15:00Z', 24],
  ['Pacific/Kiritimati', '2026-03-10', '2026-03-09T10:00:00Z', 24],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00Z', 0], // left out at the date line
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', 23], // there is no midnight
])('in %s, %s begins at %s and lasts %d hours', (zone, day, start, hours) => {
  const begin = startOfDay(day, zone);
  const end = startOfDay(addDays(day, 1), zone);
  expect(iso(begin)).toBe(start);
  expect((end.getTime() - begin.getTime()) / 3_600_000).toBe(hours);
});

test('an instant lies on the day whose start is the last before it', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
  for (const zone of [...zones, 'Pacific/Apia']) {
    for (let hour = 0; hour < 24 * 366; hour += 7) {
      const instant = new Date(Date.UTC(2018, 9, 1, hour, 14, 59));
      const day = toDay(instant, zone);
      expect(startOfDay(day, zone).getTime()).toBeLessThanOrEqual(instant.getTime());
      expect(startOfDay(addDays(day, 1), zone).getTime()).toBeGreaterThan(instant.getTime());
    }
  }
});

test('where clocks are set back to the end of a day, an instant has one day', () => {
  // At 00:01 clocks in Newfoundland were set back to 23:01, so that they showed a minute of the day before it had begun.
  const days = new Set<string>();
  for (let minute = 0; minute < 120; minute += 1) {
    const instant = new Date(Date.UTC(2010, 10, 7, 2, minute));
    const day = toDay(instant, 'America/St_Johns');
    expect(startOfDay(day, 'America/St_Johns').getTime()).toBeLessThanOrEqual(instant.getTime());
    expect(startOfDay(addDays(day, 1), 'America/St_Johns').getTime()).toBeGreaterThan(instant.getTime());
    days.add(day);
  }
  expect([...days]).toEqual(['2010-11-06', '2010-11-07']);
});

test('only dates of the calendar are valid', () => {
  for (const day of ['2026-03-10', '2024-02-29', '2000-02-29', '1000-01-01', '9998-12-31'])
    expect([day, isDay(day)]).toEqual([day, true]);
  const notThere = ['2025-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-04-31'];
  const outside = ['0000-01-01', '0999-12-31', '9999-01-01'];
  const spelled = ['', '2026-3-1', '20260310', ' 2026-03-10', '2026-03-10 '];
  const signs = ['+02026-03-10', '２０２６-03-10'];
  for (const day of [...notThere, ...outside, ...spelled, ...signs])
    expect([day, isDay(day)]).toEqual([day, false]);
});

test('days are counted over leap days and the end of a year', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('2024-01-01', '2025-01-01')).toBe(366);
  expect(daysBetween('2026-03-10', '2026-03-10')).toBe(0);
});

test('zones are known by their names', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu']) expect(isTimeZone(zone)).toBe(true);
  for (const zone of ['', 'Berlin', 'Mars/Base', '../etc/passwd']) expect(isTimeZone(zone)).toBe(false);
});

test('weeks begin on the week start of the account, and the first bucket is named by its own first day', () => {
  const range = { first: '2026-03-04', last: '2026-03-10' };
  const weeksFrom = (weekStart: 'monday' | 'sunday') =>
    toBuckets(range, { interval: 'week', zone: 'UTC', weekStart }).days;
  expect(weeksFrom('monday')).toEqual(['2026-03-02', '2026-03-09']);
  expect(weeksFrom('sunday')).toEqual(['2026-03-01', '2026-03-08']);
});

test('buckets are cut to the range', () => {
  const range = { first: '2026-01-31', last: '2026-03-01' };
  const { days, edges } = toBuckets(range, { interval: 'month', zone: 'Europe/Berlin' });
  expect(days).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  const begins = ['2026-01-30', '2026-01-31', '2026-02-28', '2026-03-01'];
  expect(edges.map(iso)).toEqual(begins.map(day => `${day}T23:00:00Z`));
});

test('there is always one edge more than there are buckets, and edges never fall', () => {
  for (const interval of ['day', 'week', 'month'] as const) {
    for (const zone of ['UTC', 'Pacific/Apia', 'America/Sao_Paulo']) {
      const range = { first: '2011-01-15', last: '2013-01-10' };
      const { days, edges } = toBuckets(range, { interval, zone, weekStart: 'sunday' });
      expect(edges).toHaveLength(days.length + 1);
      for (const [index, edge] of edges.slice(1).entries())
        expect(edge.getTime()).toBeGreaterThanOrEqual(edges[index]?.getTime() ?? 0);
    }
  }
});

/** Hours of one day: how many, the last one's start, and the day's end. */
test.each([
  ['UTC', '2026-03-10', 24, '2026-03-10T23:00:00Z', '2026-03-11T00:00:00Z'],
  ['Europe/Berlin', '2026-03-29', 23, '2026-03-29T21:00:00Z', '2026-03-29T22:00:00Z'],
  ['Europe/Berlin', '2026-10-25', 25, '2026-10-25T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['Asia/Kathmandu', '2026-03-10', 24, '2026-03-10T17:15:00Z', '2026-03-10T18:15:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', 25, '2026-04-05T13:00:00Z', '2026-04-05T13:30:00Z'], // lasts 24.5 hours
  ['Pacific/Apia', '2011-12-30', 0, undefined, '2011-12-30T10:00:00Z'], // was left out
])('in %s, %s has %d hours, the last from %s to %s', (zone, day, count, last, end) => {
  const edges = listHours({ first: day, last: day }, zone).map(iso);
  expect([edges.length - 1, edges.at(-2), edges.at(-1)]).toEqual([count, last, end]);
});

test('hours of several days follow each other', () => {
  const edges = listHours({ first: '2026-03-28', last: '2026-03-30' }, 'Europe/Berlin');
  expect(edges).toHaveLength(24 + 23 + 24 + 1);
  const lengths = edges.slice(1).map((edge, index) => Number(edge) - Number(edges[index]));
  expect(new Set(lengths)).toEqual(new Set([3_600_000]));
});

test.each([
  ['2026-03-10', '2025-03-10'],
  ['2024-02-29', '2023-02-28'],
  ['2025-02-28', '2024-02-28'],
  ['2025-03-01', '2024-03-01'],
  ['1000-01-01', '0999-01-01'],
])('a year before %s is %s', (day, earlier) => {
  expect(addYears(day, -1)).toBe(earlier);
});
