/** A map bounded by the memory of its values, whose entries grow stale. Time is handed in with every call, in milliseconds. */
export interface SizedCache<K, V> {
  get(key: K, nowMs: number): V | undefined;
  /** Others make room for it, those asked for longest ago first; a value larger than the whole cache is not kept. */
  set(
    key: K,
    value: V,
    entry: { readonly sizeBytes: number; readonly ttlMs: number; readonly nowMs: number },
  ): void;
  /** Forgets every entry whose key passes the test. */
  forget(test: (key: K) => boolean): void;
  readonly size: number;
  readonly sizeBytes: number;
}

interface Entry<V> {
  readonly value: V;
  readonly sizeBytes: number;
  readonly since: number;
  readonly until: number;
}

/** An empty cache of at most `maxBytes`, by the sizes that its values are given. */
export function createSizedCache<K, V>(maxBytes: number): SizedCache<K, V> {
  // In the order in which they were asked for, the longest ago first.
  const entries = new Map<K, Entry<V>>();
  let totalBytes = 0;

  function remove(key: K): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    totalBytes -= entry.sizeBytes;
  }

  return {
    get(key, nowMs) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      // An entry from the future means that the clock was set back: its age is unknown, so it does not count.
      return nowMs < entry.until && nowMs >= entry.since ? entry.value : undefined;
    },
    set(key, value, { sizeBytes, ttlMs, nowMs }) {
      remove(key);
      if (sizeBytes > maxBytes) return;
      entries.set(key, { value, sizeBytes, since: nowMs, until: nowMs + ttlMs });
      totalBytes += sizeBytes;
      for (const oldest of entries.keys()) {
        if (totalBytes <= maxBytes) return;
        remove(oldest);
      }
    },
    forget(test) {
      for (const key of [...entries.keys()]) if (test(key)) remove(key);
    },
    get size() {
      return entries.size;
    },
    get sizeBytes() {
      return totalBytes;
    },
  };
}
