import { expect, test } from 'bun:test';
import { addDays } from '../../src/lib/time.ts';
import { createTicks, formatBucketDate } from '../../src/web/charts/bucket-labels.ts';
import { findBucketIndex, lastDayOfBucket, type Series, toBuckets } from '../../src/web/charts/series.ts';
import type { Interval } from '../../src/web/view.ts';

const NOW = { at: new Date('2026-11-21T13:30:00Z'), timeZone: 'Europe/Berlin' };

const series = (interval: Interval, dates: readonly string[], part: Partial<Series> = {}): Series => ({
  interval,
  from: '2026-11-01',
  to: '2026-11-21',
  rows: dates.map((date, index) => ({ date, hit_count: index })),
  before: null,
  ...part,
});

test('the current day is partial, and future days have no number', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
  const buckets = toBuckets(series('day', days, { to: '2026-11-22' }), 'hit_count', NOW);
  expect(buckets.map(({ value, isOpen }) => [value, isOpen])).toEqual([
    [0, false],
    [1, true],
    [null, false],
  ]);
});

test('an average of no visits is no value, and no zero', () => {
  const rows = [
    { date: '2026-11-19', bounce_rate: 50 },
    { date: '2026-11-20', bounce_rate: null },
  ];
  const before = [
    { date: '2026-11-12', bounce_rate: null },
    { date: '2026-11-13', bounce_rate: 0 },
  ];
  const buckets = toBuckets({ ...series('day', []), rows, before }, 'bounce_rate', NOW);
  expect(buckets.map(bucket => [bucket.value, bucket.before])).toEqual([
    [50, null],
    [null, 0],
  ]);
});

test('the current hour is partial in every time zone', () => {
  const hours = ['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z', '2026-11-21T14:00:00.000Z'];
  const buckets = toBuckets(series('hour', hours), 'hit_count', NOW);
  expect(buckets.map(({ value, isOpen }) => [value, isOpen])).toEqual([
    [0, false],
    [1, true],
    [null, false],
  ]);
});

test('weeks and months that the period covers in part say which part', () => {
  const [first, middle, last] = toBuckets(
    series('week', ['2026-10-26', '2026-11-02', '2026-11-09'], { from: '2026-10-29', to: '2026-11-12' }),
    'hit_count',
    NOW,
  );
  expect(first?.cut).toEqual({ from: '2026-10-29', to: '2026-11-01' });
  expect(middle?.cut).toBeNull();
  expect(last?.cut).toEqual({ from: '2026-11-09', to: '2026-11-12' });
});

test('the comparison is aligned with its buckets, also where it is shorter', () => {
  const before = [{ date: '2025-11-20', hit_count: 7 }];
  const buckets = toBuckets(series('day', ['2026-11-20', '2026-11-21'], { before }), 'hit_count', NOW);
  expect(buckets.map(bucket => [bucket.before, bucket.beforeDate])).toEqual([
    [7, '2025-11-20'],
    [null, null],
  ]);
});

test('a mark belongs to the bucket of its instant in the displayed time zone', () => {
  const buckets = toBuckets(series('day', ['2026-11-19', '2026-11-20', '2026-11-21']), 'hit_count', NOW);
  const at = (instant: string) =>
    findBucketIndex(new Date(instant), buckets, { interval: 'day', timeZone: 'Europe/Berlin' });
  expect(at('2026-11-19T23:30:00Z')).toBe(1);
  expect(at('2026-11-18T12:00:00Z')).toBeNull();
  expect(at('2026-11-22T12:00:00Z')).toBeNull();
});

test('months have their own lengths', () => {
  expect(lastDayOfBucket('2024-02-01', 'month')).toBe('2024-02-29');
  expect(lastDayOfBucket('2026-12-01', 'month')).toBe('2026-12-31');
});

test('axis labels are as many as fit, and hours are round', () => {
  const hours = Array.from({ length: 24 }, (_, hour) =>
    new Date(Date.UTC(2026, 10, 21, hour - 1)).toISOString(),
  );
  const texts = createTicks(hours, 8, { interval: 'hour', timeZone: 'Europe/Berlin' }).map(
    ({ text }) => text,
  );
  expect(texts).toEqual(['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00']);
  const days = Array.from({ length: 90 }, (_, day) =>
    new Date(Date.UTC(2026, 7, 1 + day)).toISOString().slice(0, 10),
  );
  const ticks = createTicks(days, 7, { interval: 'day', timeZone: 'UTC', now: NOW.at });
  expect(ticks.length).toBeLessThanOrEqual(7);
  expect(ticks.at(-1)).toEqual({ index: 89, text: '29 Oct' });
});

test('the axis names a year that is not the present one, once', () => {
  const textsOf = (from: string, count: number) => {
    const days = Array.from({ length: count }, (_, day) => addDays(from, day));
    return createTicks(days, 9, { interval: 'day', timeZone: 'UTC', now: NOW.at }).map(({ text }) => text);
  };
  expect(textsOf('2025-03-01', 3)).toEqual(['1 Mar 2025', '2 Mar', '3 Mar']);
  expect(textsOf('2025-12-31', 2)).toEqual(['31 Dec 2025', '1 Jan 2026']);
  expect(textsOf('2026-03-01', 2)).toEqual(['1 Mar', '2 Mar']);
});

test('bucket names are unambiguous', () => {
  expect(formatBucketDate('2026-11-21T12:00:00.000Z', 'hour', 'Europe/Berlin')).toMatch(
    /Sat,? 21 Nov 2026, 13:00–14:00/,
  );
  expect(formatBucketDate('2026-11-01', 'month', 'UTC')).toBe('November 2026');
});
