/** A bounded map by text keys. */
export interface LruMap<Value> {
  /** The value of a key, made by `create` when it is not there. */
  getOrCreate(key: string, create: () => Value): Value;
}

/** Creates a least-recently-used map of at most `maxEntries`. */
export function createLruMap<Value extends object | string>(maxEntries: number): LruMap<Value> {
  // A map keeps its entries in the order of insertion: the first one was used longest ago.
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
