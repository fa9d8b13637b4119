/** Caches the results of statements over kept tables. */
import { LRUCache } from 'lru-cache';
import type { Read, Sql } from '../sql/sql.ts';

/** Sums of tables that are kept, in groups. */
const MAX_SUMS = 50_000;

/** Creates the sums of tables. */
export const createSums = () => {
  const sums = new LRUCache<string, readonly object[]>({
    maxSize: MAX_SUMS,
    maxEntrySize: MAX_SUMS / 10,
    sizeCalculation: rows => rows.length + 1,
  });
  return {
    clear: (): void => sums.clear(),
    /** Returns a read whose answers are kept. */
    keep:
      (read: Read): Read =>
      async <Row>(statement: Sql) => {
        // Names of tables are never used again.
        const key = JSON.stringify(statement);
        const known = sums.get(key);
        if (known) return known as Row[];
        const rows = await read<Row & object>(statement);
        sums.set(key, rows);
        return rows;
      },
  };
};
