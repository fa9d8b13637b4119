import { expect, test } from 'bun:test';
import { createCache } from '../../src/core/cache.ts';

const TTL_MS = 100;
const KIB = 1024;

const clockAt = (ms: number) => {
  const clock = { ms, now: () => new Date(clock.ms) };
  return clock;
};

test('an entry is there until its time is over', () => {
  const clock = clockAt(50);
  const cache = createCache<string, string>({ max: 10 }, { ttlMs: TTL_MS, clock });
  cache.set('a', 'value');
  const read = (ms: number) => {
    clock.ms = ms;
    return cache.get('a');
  };
  expect([50, 149, 150].map(read)).toEqual(['value', 'value', undefined]);
});

test('an entry grows stale when the clock is set back, and a new one lives as long as any', () => {
  const clock = clockAt(5000);
  const cache = createCache<string, string>({ max: 10 }, { ttlMs: TTL_MS, clock });
  cache.set('a', 'value');
  clock.ms = 4999;
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', 'new');
  clock.ms += TTL_MS - 1;
  expect(cache.get('a')).toBe('new');
  clock.ms += 1;
  expect(cache.get('a')).toBeUndefined();
});

test('what was read longest ago makes room', () => {
  const cache = createCache<string, string>({ maxSize: 100 }, { ttlMs: TTL_MS, clock: clockAt(0) });
  for (const key of ['a', 'b', 'c']) cache.set(key, 'x', { size: 33 });
  cache.get('a');
  cache.set('d', 'x', { size: 60 });
  expect(['a', 'b', 'c', 'd'].map(key => cache.has(key))).toEqual([true, false, false, true]);
  expect([cache.size, cache.calculatedSize]).toEqual([2, 93]);
});

test('an entry set again counts once, and one too large for the whole cache is not kept', () => {
  const cache = createCache<string, string>({ maxSize: 100 }, { ttlMs: TTL_MS, clock: clockAt(0) });
  cache.set('a', '1', { size: 90 });
  cache.set('a', '2', { size: 10 });
  cache.set('b', '1', { size: 101 });
  expect([cache.get('a'), cache.get('b'), cache.calculatedSize]).toEqual(['2', undefined, 10]);
});

test('a cache bounded by size takes memory for what it holds only', () => {
  const before = process.memoryUsage().heapUsed;
  const caches = Array.from({ length: 100 }, () =>
    createCache<string, string>({ maxSize: 32 * KIB * KIB }, { ttlMs: TTL_MS, clock: clockAt(0) }),
  );
  expect((process.memoryUsage().heapUsed - before) / caches.length).toBeLessThan(100 * KIB);
});
