/** Calculations on the history of a monitor: uptime ratio, expiry, hours of checks, spans. */
import { describe, expect, test } from 'bun:test';
import {
  addCheck,
  createHour,
  packSamples,
  unpackSamples,
} from '../../../src/features/uptime/check/check-samples.ts';
import {
  CERTIFICATE_THRESHOLDS,
  daysUntil,
  dueThreshold,
  type NotifiedExpiry,
} from '../../../src/features/uptime/expiry.ts';
import {
  computeWatchedTime,
  spanIndexAt,
  splitAt,
  uptimeRatio,
} from '../../../src/features/uptime/history/uptime-ratio.ts';

const span = (startMs: number, endMs: number) => ({ startMs, endMs });
const HUNDRED = span(0, 100_000);

describe('uptime ratio', () => {
  test.each([
    ['nothing failed', [], [], 100],
    ['a tenth failed', [span(10_000, 20_000)], [], 90],
    ['all of it failed', [span(-5, 200_000)], [], 0],
    ['half failed, half of that unwatched', [span(50_000, 100_000)], [span(50_000, 75_000)], 66.666],
    ['a gap while up counts as nothing', [span(0, 10_000)], [span(50_000, 100_000)], 80],
    ['only gaps', [], [span(-10, 200_000)], 100],
    ['a downtime inside a gap', [span(20_000, 30_000)], [span(10_000, 40_000)], 100],
    ['gaps that overlap count once', [span(0, 10_000)], [span(50_000, 80_000), span(60_000, 90_000)], 83.333],
    ['downtimes that overlap count once', [span(0, 20_000), span(10_000, 30_000)], [], 70],
    ['one thousandth of a percent is not lost', [span(0, 1)], [], 99.999],
    ['less is not rounded away', [span(0, 0.1)], [], 99.999],
  ])('%s', (_, downtimes, gaps, share) => {
    expect(uptimeRatio(HUNDRED, { downtimes, gaps })).toBe(share);
  });

  test('of an empty span is 100', () => {
    expect(uptimeRatio(span(5, 5), { downtimes: [span(0, 5)], gaps: [] })).toBe(100);
  });
});

describe('expiry', () => {
  const DAY = 86_400_000;
  const due = (daysLeft: number, notified: NotifiedExpiry | null = null, expiresAtMs = 100 * DAY) =>
    dueThreshold(expiresAtMs, expiresAtMs - daysLeft * DAY, {
      thresholds: CERTIFICATE_THRESHOLDS,
      lastNotified: notified,
    });

  test.each([
    [60, null],
    [21.1, null],
    [21, 21],
    [14.1, 21],
    [14, 14],
    [7, 7],
    [2, 3],
    [0.5, 1],
    [0, null],
    [-3, null],
  ])('%d days before its end: %p', (daysLeft, threshold) => {
    expect(due(daysLeft)).toBe(threshold);
  });

  test('each threshold is due once', () => {
    const thresholds: (number | null)[] = [];
    let last: NotifiedExpiry | null = null;
    for (let days = 30; days >= -1; days -= 0.5) {
      const threshold = due(days, last);
      if (threshold !== null) last = { expiresAtMs: 100 * DAY, threshold };
      thresholds.push(threshold);
    }
    expect(thresholds.filter(threshold => threshold !== null)).toEqual([21, 14, 7, 3, 1]);
  });

  test('a renewal starts again; an older certificate presented in turn with it does not', () => {
    const notified = { expiresAtMs: 100 * DAY, threshold: 7 };
    expect(due(10, notified, 120 * DAY)).toBe(14);
    expect(due(6, notified, 90 * DAY)).toBeNull();
  });

  test('days left are whole days', () => {
    expect([daysUntil(DAY * 1.9, 0), daysUntil(0, 1), daysUntil(0, DAY + 1)]).toEqual([1, -1, -2]);
  });
});

test('the checks of an hour are counted, and packed into six bytes each', () => {
  const hourMs = 7_200_000;
  const checks = [
    { atMs: hourMs, isUp: true, statusCode: 200, responseMs: 84 },
    { atMs: hourMs + 61_500, isUp: false, statusCode: null, responseMs: null },
    { atMs: hourMs + 3_599_999, isUp: false, statusCode: 503, responseMs: 99_999 },
  ];
  const hour = checks.reduce(addCheck, createHour(hourMs));
  expect(hour).toMatchObject({ hourMs, checks: 3, failures: 2, answers: 2, responseMs: 84 + 65_535 });
  const packed = packSamples(hour.samples);
  expect(packed.byteLength).toBe(18);
  expect(unpackSamples(packed)).toEqual([
    { second: 0, isUp: true, isAnswered: true, statusCode: 200, responseMs: 84 },
    { second: 61, isUp: false, isAnswered: false, statusCode: 0, responseMs: 0 },
    { second: 3599, isUp: false, isAnswered: true, statusCode: 503, responseMs: 65_535 },
  ]);
});

test('checks that earlier versions packed are up by their status', () => {
  const packed = Buffer.from([5, 0, 200, 0, 84, 0, 15, 14, 247, 1, 7, 0, 61, 0, 0, 0, 0, 0]);
  expect(unpackSamples(packed)).toEqual([
    { second: 5, isUp: true, isAnswered: true, statusCode: 200, responseMs: 84 },
    { second: 3599, isUp: false, isAnswered: true, statusCode: 503, responseMs: 7 },
    { second: 61, isUp: false, isAnswered: false, statusCode: 0, responseMs: 0 },
  ]);
});

describe('spans split at edges', () => {
  test('each span is split into its parts, what lies outside is left out', () => {
    const spans = [span(-5, 3), span(8, 25), span(30, 40), span(12, 14)];
    expect(splitAt([0, 10, 20, 30], spans)).toEqual([
      [span(0, 3), span(8, 10)],
      [span(10, 20), span(12, 14)],
      [span(20, 25)],
    ]);
  });

  test('a span that ends before it starts is in none, or has no duration', () => {
    expect(splitAt([0, 10], [span(20, 5)])).toEqual([[]]);
  });

  test.each([
    [-1, -1],
    [0, 0],
    [9, 0],
    [10, 1],
    [99, 2],
  ])('%d belongs to index %d', (atMs, index) => {
    expect(spanIndexAt([0, 10, 20], atMs)).toBe(index);
  });
});

test('a window that ends before it starts has no monitored time', () => {
  expect(computeWatchedTime(span(10, 5), { downtimes: [span(0, 20)], gaps: [] })).toEqual({
    watchedMs: 0,
    downMs: 0,
  });
});
