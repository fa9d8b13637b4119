/** A bounded map that evicts entries that were not read recently. */
export interface Lru<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  clear(): void;
  readonly size: number;
}

/**
 * Creates a map of at most `maxEntries`, in two generations: when the young one is full it becomes the old one and the
 * former old one is dropped; an entry that is found in the old generation moves to the young one. A hit costs one lookup, where
 * strict least-recently-used order would cost a deletion and an insertion as well.
 */
export function createLru<K, V>(maxEntries: number): Lru<K, V> {
  const half = Math.max(1, Math.floor(maxEntries / 2));
  let young = new Map<K, V>();
  let old = new Map<K, V>();

  function set(key: K, value: V): void {
    if (young.size >= half && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    get(key) {
      const fresh = young.get(key);
      if (fresh !== undefined) return fresh;
      const aged = old.get(key);
      if (aged !== undefined) {
        old.delete(key);
        set(key, aged);
      }
      return aged;
    },
    set(key, value) {
      old.delete(key);
      set(key, value);
    },
    clear() {
      young = new Map();
      old = new Map();
    },
    get size() {
      return young.size + old.size;
    },
  };
}
