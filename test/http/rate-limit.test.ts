/** The count of requests of each key. Source: api-v1, Limits. */
import { expect, test } from 'bun:test';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { createMovableClock } from '../support/server.ts';

const START = new Date('2026-03-10T12:00:00Z');
const limited = (limit: number, windows: Parameters<typeof createRateLimit>[0]['windows'] = []) => {
  const clock = createMovableClock(START.toISOString());
  return { clock, rate: createRateLimit({ limit, clock, windows }) };
};

test('the window begins with a key’s first request, not at the full hour', () => {
  const { clock, rate } = limited(1);
  clock.advance({ minutes: 42 });
  rate.take(1);
  clock.advance({ minutes: 59, seconds: 59 });
  expect(rate.take(1)).toEqual({ isExceeded: true, limit: 1, remaining: 0, resetSeconds: 1 });
  clock.advance({ seconds: 1 });
  expect(rate.take(1)).toEqual({ isExceeded: false, limit: 1, remaining: 0, resetSeconds: 3600 });
});

test('the remaining count includes the current request', () => {
  const { rate } = limited(2);
  expect([rate.take(1), rate.take(1), rate.take(1)].map(state => state?.remaining)).toEqual([1, 0, 0]);
});

test('stored windows continue after a restart', () => {
  const { rate } = limited(5, [{ keyId: 1, startedAt: START, used: 4 }]);
  expect(rate.take(1)).toMatchObject({ isExceeded: false, remaining: 0 });
  expect(rate.take(1)).toMatchObject({ isExceeded: true });
  expect(rate.take(2)).toMatchObject({ remaining: 4 });
});

test('a lower limit than what was used before leaves nothing, never less', () => {
  const { rate } = limited(2, [{ keyId: 1, startedAt: START, used: 9 }]);
  expect(rate.take(1)).toMatchObject({ isExceeded: true, remaining: 0 });
});

test('changes are returned once', () => {
  const { rate } = limited(5);
  rate.take(1);
  rate.take(1);
  rate.take(2);
  expect(rate.takeChanges()).toEqual([
    { keyId: 1, startedAt: START, used: 2 },
    { keyId: 2, startedAt: START, used: 1 },
  ]);
  expect(rate.takeChanges()).toEqual([]);
});

test('a limit of 0 counts nothing', () => {
  const { rate } = limited(0);
  expect(rate.take(1)).toBeNull();
  expect(rate.takeChanges()).toEqual([]);
});

test('refused requests are not written, so that a higher limit after a start lets all of it through', () => {
  const { rate } = limited(2);
  for (let n = 0; n < 9; n++) rate.take(1);
  expect(rate.takeChanges()).toEqual([{ keyId: 1, startedAt: START, used: 2 }]);
});
