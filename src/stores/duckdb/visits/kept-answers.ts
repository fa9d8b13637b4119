/**
 * Keeps what was counted of many rows, or of sums, as long as rows are only added: what later rows change is added. A change or removal of
 * rows invalidates all of it. Decision 043.
 */
import { LRUCache } from 'lru-cache';
import type { ReadOptions } from '../../../core/hits/query.ts';
import type { HitEngine } from '../engine-types.ts';
import { type Read, sql, toRead } from '../sql/sql.ts';
import type { KnownRows } from './fresh.ts';

/** Rows that are kept in all, and of one query. */
const MAX_ROWS = 50_000;
export const MAX_ROWS_OF_QUERY = MAX_ROWS / 2;

/** Later hits up to which they are added: of more, all are counted again. */
const MAX_LATE_HITS = 10_000;

/** Newest ids of the rows that were counted. */
export interface KnownIds {
  readonly hitId: number;
  readonly eventId: number;
}

/** Returns the conditions for the rows that were counted. */
export const toKnownRows = ({ hitId, eventId }: KnownIds): KnownRows => ({
  hits: sql`id <= ${hitId}`,
  events: sql`id <= ${eventId}`,
});

/** What was counted up to some rows. */
interface Kept extends KnownIds {
  readonly alterations: number;
  /** Undefined where it is not kept: there are too many rows, or no sums. */
  readonly rows: readonly object[] | undefined;
}

/** Finds what later rows make of what is kept; undefined where they are many. */
type Correct<Row, T> = (read: Read, rows: readonly Row[], known: KnownIds) => Promise<T | undefined>;

/** What is kept, by keys that tell queries apart. */
export interface KeptAnswers {
  /** Returns what rows are now, from those that are kept; undefined where there are none. */
  find<Row extends object, T>(
    key: string,
    options: ReadOptions,
    correct: Correct<Row, T>,
  ): Promise<T | undefined>;
  /** Counts rows in a transaction, and keeps them; undefined where they are not to be kept, which is known for a while. */
  keep<Row extends object>(
    key: string,
    options: ReadOptions,
    count: (read: Read) => Promise<readonly Row[] | undefined>,
  ): Promise<readonly Row[] | undefined>;
}

/** Creates what is kept of an engine. */
export const createKeptAnswers = (
  engine: Pick<HitEngine, 'alterations' | 'lastIds' | 'readInTransaction'>,
): KeptAnswers => {
  const answers = new LRUCache<string, Kept>({
    maxSize: MAX_ROWS,
    sizeCalculation: ({ rows = [] }) => rows.length + 1,
  });
  /** Runs reads in a transaction; undefined where rows are changed or removed meanwhile. */
  const unaltered = async <T>(
    options: ReadOptions,
    work: (read: Read, alterations: number) => Promise<T>,
  ): Promise<T | undefined> => {
    const alterations = engine.alterations();
    if (alterations === null) return undefined;
    const result = await engine.readInTransaction(session => work(toRead(session), alterations), options);
    return engine.alterations() === alterations ? result : undefined;
  };
  const findKept = (key: string): Kept | undefined => {
    const kept = answers.get(key);
    return kept?.alterations === engine.alterations() ? kept : undefined;
  };
  return {
    find: async <Row, T>(key: string, options: ReadOptions, correct: Correct<Row, T>) => {
      const kept = findKept(key);
      return kept?.rows && unaltered(options, read => correct(read, kept.rows as readonly Row[], kept));
    },
    keep: async (key, options, count) => {
      const kept = findKept(key);
      // A compaction may have made sums since then.
      if (kept && !kept.rows && engine.lastIds().hit < kept.hitId + MAX_LATE_HITS) return undefined;
      return unaltered(options, async (read, alterations) => {
        const [ids] = await read<KnownIds>(
          sql`select coalesce((select max(id) from hits), 0) as "hitId", coalesce((select max(id) from events), 0) as "eventId"`,
        );
        const rows = await count(read);
        answers.set(key, { hitId: 0, eventId: 0, ...ids, alterations, rows });
        return rows;
      });
    },
  };
};
