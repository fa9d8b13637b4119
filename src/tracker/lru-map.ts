/** A bounded map with string keys. */
export interface LruMap<Value> {
  /** Returns the value of a key, created when it is missing. */
  getOrCreate(key: string, create: () => Value): Value;
}

/** Creates a least-recently-used map of at most `maxEntries`. */
export function createLruMap<Value extends object | string>(maxEntries: number): LruMap<Value> {
  // Maps keep the order of insertion: the first entry is the least recently used.
  const entries = new Map<string, Value>();
  return {
    getOrCreate(key, create) {
      const value = entries.get(key) ?? create();
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value ?? '');
      return value;
    },
  };
}
