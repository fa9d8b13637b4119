/** The date range of a report. Source: api-v1, Limits; decisions, section 2. */
import { expect, test } from 'bun:test';
import { parsePeriod } from '../../src/reports/period.ts';

const NOW = new Date('2026-03-10T23:30:00Z');
const periodIn = (timeZone: string, query: Parameters<typeof parsePeriod>[0]) =>
  parsePeriod(query, { account: { owner: { timeZone } } }, NOW);

test('without dates it is the last 30 days up to today, in UTC', () => {
  const { first, last, span } = periodIn('Asia/Tokyo', {});
  expect([first, last]).toEqual(['2026-02-08', '2026-03-10']);
  expect(span).toEqual({ start: new Date('2026-02-08T00:00:00Z'), end: new Date('2026-03-11T00:00:00Z') });
});

test('in the account’s zone today is the day there', () => {
  const { first, last, span } = periodIn('Asia/Tokyo', { time_zone: 'user' });
  expect([first, last]).toEqual(['2026-02-09', '2026-03-11']);
  expect(span).toEqual({ start: new Date('2026-02-08T15:00:00Z'), end: new Date('2026-03-11T15:00:00Z') });
});

test('one day is from its first instant up to, not including, the next day’s', () => {
  const day = { start_date: '2026-03-29', end_date: '2026-03-29', time_zone: 'user' } as const;
  expect(periodIn('Europe/Berlin', day).span).toEqual({
    start: new Date('2026-03-28T23:00:00Z'),
    end: new Date('2026-03-29T22:00:00Z'),
  });
});

test('a range may be 730 days long and no longer', () => {
  expect(periodIn('UTC', { start_date: '2024-03-11' }).first).toBe('2024-03-11');
  expect(() => periodIn('UTC', { start_date: '2024-03-10' })).toThrow(
    'a range from start_date to end_date may be at most 730 days long, first and last day included, got 731 from 2024-03-10 to 2026-03-10',
  );
});

test('an end before the start says which of the two was not given', () => {
  expect(() => periodIn('UTC', { start_date: '2026-03-11' })).toThrow(
    '2026-03-10 (today) is before 2026-03-11',
  );
  expect(() => periodIn('UTC', { end_date: '2026-01-01' })).toThrow(
    '2026-01-01 is before 2026-02-08 (30 days ago)',
  );
  expect(() => periodIn('UTC', { start_date: '2026-02-02', end_date: '2026-02-01' })).toThrow(
    'end_date must not be before start_date: 2026-02-01 is before 2026-02-02',
  );
});
