import { createLru } from './lru.ts';

/** A bounded map whose entries grow stale. Time is handed in with every call, in milliseconds. */
export interface TtlCache<K, V> {
  get(key: K, nowMs: number): V | undefined;
  set(key: K, value: V, ttlMs: number, nowMs: number): void;
  clear(): void;
  readonly size: number;
}

/** A map of at most `maxEntries` whose entries are forgotten after their time to live, or when others crowd them out. */
export function createTtlCache<K, V>(maxEntries: number): TtlCache<K, V> {
  const entries = createLru<K, { readonly value: V; readonly until: number; readonly since: number }>(
    maxEntries,
  );
  return {
    get(key, nowMs) {
      const entry = entries.get(key);
      // An entry from the future means that the clock was set back: its age is unknown, so it does not count.
      return entry && nowMs < entry.until && nowMs >= entry.since ? entry.value : undefined;
    },
    set(key, value, ttlMs, nowMs) {
      entries.set(key, { value, until: nowMs + ttlMs, since: nowMs });
    },
    clear() {
      entries.clear();
    },
    get size() {
      return entries.size;
    },
  };
}
