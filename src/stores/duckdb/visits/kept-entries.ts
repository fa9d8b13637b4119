/** Finds cached tables of conversions, and drops the least recently used ones once nothing reads them. */
import type { Mutex } from '../../../lib/mutex.ts';
import type { CopySession } from '../engine-types.ts';
import type { Sql } from '../sql/sql.ts';
import type { LateChanges, NewestIds } from './kept-conversions.ts';

/** Maximum number of tables, including those that turned out to be too large. */
const MAX_TABLES = 200;

/** A table that is dropped once nothing reads it. */
export interface Held {
  readonly names: readonly string[];
  readers: number;
  isRetired: boolean;
}

export interface Late extends NewestIds {
  readonly held: Held;
  readonly changes: LateChanges;
}

export interface Kept extends NewestIds {
  readonly held: Held;
  readonly rows: Sql;
  /** Share of the rows that may be kept. */
  readonly weight: number;
  readonly alterations: number | null;
  /** The host of the site, once a query has named it. */
  readonly site: { host?: string | undefined };
  readonly mutex: Mutex;
  late?: Late;
  /** Newest ids at the last search for rows stored after the table. */
  upTo?: NewestIds;
}

/** A table; null if it would have too many rows. */
export type Entry = Promise<Kept | null>;

/** Tables to be dropped, once nothing reads them. */
export const createHolds = () => {
  const unused: Held[] = [];
  return {
    hold: (names: readonly string[]): Held => ({ names, readers: 0, isRetired: false }),
    release: (held: Held): void => {
      held.readers -= 1;
      if (held.isRetired && held.readers === 0) unused.push(held);
    },
    retire: (held: Held): void => {
      if (!held.isRetired && held.readers === 0) unused.push(held);
      held.isRetired = true;
    },
    dropUnused: async (session: CopySession): Promise<void> => {
      for (const { names } of unused.splice(0))
        for (const name of names) await session.run(`DROP TABLE IF EXISTS ${name}`);
    },
  };
};

type Holds = ReturnType<typeof createHolds>;

/** Tables by their key, the most recently used last. */
export const createEntries = ({ retire }: Holds, maxWeight: number) => {
  const entries = new Map<string, Entry>();
  const made = new Map<Entry, Kept>();
  const forget = (key: string, entry: Entry): void => {
    if (entries.get(key) === entry) entries.delete(key);
    const kept = made.get(entry);
    made.delete(entry);
    if (!kept) return;
    retire(kept.held);
    if (kept.late) retire(kept.late.held);
  };
  const isFull = (): boolean =>
    entries.size > MAX_TABLES || [...made.values()].reduce((sum, { weight }) => sum + weight, 0) > maxWeight;
  /** Evicts the least recently used tables. */
  const makeRoom = (): void => {
    for (const [key, entry] of [...entries].slice(0, -1)) if (isFull()) forget(key, entry);
  };
  return {
    forget,
    clear: (): void => {
      for (const [key, entry] of [...entries]) forget(key, entry);
    },
    /** Returns the table of a key, and creates it if there is none. */
    find: (key: string, make: () => Entry): Entry => {
      const known = entries.get(key);
      entries.delete(key);
      const entry = known ?? make();
      entries.set(key, entry);
      if (known) return known;
      entry.then(
        kept => {
          if (kept) made.set(entry, kept);
          if (kept && entries.get(key) !== entry) forget(key, entry);
          makeRoom();
        },
        () => forget(key, entry),
      );
      return entry;
    },
  };
};
