import { expect, test } from 'bun:test';
import { nextAttemptAt, parseRetryAfter } from '../../../src/features/webhooks/deliveries/retry-schedule.ts';

const now = new Date('2026-03-10T12:00:00Z');
const waitOf = (failed: number, random: number, retryAfterMs: number | null = null) => {
  const next = nextAttemptAt(failed, { now, random, retryAfterMs });
  return next && (next.getTime() - now.getTime()) / 1000;
};

test('nine retry delays with jitter, then no more retries', () => {
  const seconds = [30, 60, 300, 900, 1800, 3600, 7200, 14_400, 28_800];
  expect(seconds.map((_, index) => waitOf(index + 1, 0))).toEqual(seconds);
  expect(seconds.map((_, index) => waitOf(index + 1, 1))).toEqual(seconds.map(wait => (wait * 11) / 10));
  expect(waitOf(10, 0)).toBeNull();
});

test('Retry-After can extend the delay, up to a day, and never shorten it', () => {
  expect(waitOf(1, 0, 120_000)).toBe(120);
  expect(waitOf(1, 0, 1000)).toBe(30);
  expect(waitOf(1, 0, 1e12)).toBe(86_400);
  expect(waitOf(10, 0, 120_000)).toBeNull();
});

test('Retry-After is seconds or an instant; anything else is ignored', () => {
  const given: [string | null, number | null][] = [
    ['120', 120_000],
    [' 0 ', 0],
    ['Tue, 10 Mar 2026 12:01:00 GMT', 60_000],
    ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
    ['', null],
    [null, null],
    ['-5', null],
    ['1e9', null],
    ['99999999999999999999', null],
    ['soon', null],
  ];
  expect(given.map(([text]) => parseRetryAfter(text, now))).toEqual(given.map(([, wait]) => wait));
});
