import { LRUCache } from 'lru-cache';
import { DAY_MS } from '../lib/time-units.ts';
import type { Clock } from './clock.ts';

/** More than any entry lives. */
const LEAP_MS = 366 * DAY_MS;

/** What bounds a cache: its number of entries, or the sum of the sizes that they are set with. */
type Limit = { readonly max: number } | { readonly maxSize: number };

/**
 * Creates a cache whose entries live by a clock: an entry is served while it is younger than `ttlMs`. When the clock is
 * set back, the ages of entries are unknown, and none is served any more.
 */
export function createCache<K extends object | string | number, V extends object | string>(
  limit: Limit,
  { ttlMs, clock }: { readonly ttlMs: number; readonly clock: Clock },
): LRUCache<K, V> {
  let lastMs = 0;
  let addedMs = 0;
  function now(): number {
    const nowMs = clock.now().getTime();
    if (nowMs < lastMs) addedMs += lastMs - nowMs + LEAP_MS;
    lastMs = nowMs;
    return nowMs + addedMs;
  }
  return new LRUCache<K, V>({ ...limit, ttl: toTtl(ttlMs), ttlResolution: 0, perf: { now } });
}

/** Converts the age from which an entry is stale to the age until which it is not: the library's time to live. */
export const toTtl = (ttlMs: number): number => ttlMs - 1;
