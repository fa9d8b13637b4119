import { expect, test } from 'bun:test';
import { createSizedCache } from '../../src/lib/sized-cache.ts';

const entry = (sizeBytes: number) => ({ sizeBytes, ttlMs: 100, nowMs: 0 });

test('a value is there until its time is over, and not before it began', () => {
  const cache = createSizedCache<string, number>(100);
  cache.set('a', 1, { sizeBytes: 1, ttlMs: 100, nowMs: 50 });
  expect([49, 50, 149, 150].map(nowMs => cache.get('a', nowMs))).toEqual([undefined, 1, 1, undefined]);
});

test('what was asked for longest ago makes room', () => {
  const cache = createSizedCache<string, number>(100);
  for (const key of ['a', 'b', 'c']) cache.set(key, 1, entry(33));
  cache.get('a', 1);
  cache.set('d', 1, entry(60));
  expect(['a', 'b', 'c', 'd'].map(key => cache.get(key, 1))).toEqual([1, undefined, undefined, 1]);
  expect([cache.size, cache.sizeBytes]).toEqual([2, 93]);
});

test('a value set again counts once, and one too large for the whole cache is not kept', () => {
  const cache = createSizedCache<string, number>(100);
  cache.set('a', 1, entry(90));
  cache.set('a', 2, entry(10));
  cache.set('b', 1, entry(101));
  expect([cache.get('a', 1), cache.get('b', 1), cache.sizeBytes]).toEqual([2, undefined, 10]);
});

test('keys that pass a test are forgotten', () => {
  const cache = createSizedCache<string, number>(100);
  for (const key of ['1 a', '1 b', '11 a']) cache.set(key, 1, entry(10));
  cache.forget(key => key.startsWith('1 '));
  expect([cache.get('1 a', 1), cache.get('11 a', 1), cache.sizeBytes]).toEqual([undefined, 1, 10]);
});
