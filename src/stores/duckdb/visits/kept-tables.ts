/**
 * Caches tables of conversions in the memory of the engine, the most recently used ones, as long as rows are only added: a change
 * or removal of rows invalidates all of them.
 */
import { AppError } from '../../../core/errors.ts';
import type { ConversionOptions, Conversions, GroupConversions } from '../../../core/goals/query.ts';
import type { HitQuery, ReadOptions } from '../../../core/hits/query.ts';
import { createMutex } from '../../../lib/mutex.ts';
import { NEEDS_TOO_MUCH_MEMORY } from '../../read-limits.ts';
import type { HitEngine } from '../engine-types.ts';
import { KEPT_CATALOG } from '../sql/instance.ts';
import { type Read, raw } from '../sql/sql.ts';
import {
  countKept,
  countKeptSeries,
  findKeptScope,
  findKeptSeries,
  findLateRows,
  type KeptScope,
  type KeptTables,
  type LateRows,
  type NewestIds,
  toKeptKey,
} from './kept-conversions.ts';
import { createEntries, createHolds, type Entry, type Kept, type Late } from './kept-entries.ts';
import { createSums } from './kept-sums.ts';
import { compress, inTransaction, makeLate, makeTable, type Writing } from './kept-writes.ts';
import { createLateVisits } from './late-visits.ts';

/** Memory of the engine for each cached row, which takes some 20 to 30 bytes once compressed. */
const BYTES_PER_ROW = 512;

/** Share of all rows that one table may have: until it is compressed, its rows take ten times as much. */
const MAX_SHARE = 3 / 8;

/** Rows of values take so much less than those of visits. */
const ROWS_OF_VALUES = 3;

/** Number of later rows from which a table is rebuilt. */
const MAX_LATE_ROWS = 5_000;

/** Options of the tables. */
export interface KeptOptions {
  readonly usesRollUps: () => boolean;
  /** Maximum number of rows of visits in all tables together. Default: by the memory of the engine. */
  readonly maxRows?: number | undefined;
}

/** Answers from cached tables; undefined if rows must be read. */
export interface KeptConversions {
  groups(query: HitQuery, options: ConversionOptions): Promise<GroupConversions[] | undefined>;
  series(
    query: HitQuery,
    edges: readonly Date[],
    options: ConversionOptions,
  ): Promise<Conversions[] | undefined>;
}

/** Creates the cache of tables of an engine. */
export function createKeptConversions(
  engine: HitEngine,
  { usesRollUps, maxRows = engine.memoryLimitBytes / BYTES_PER_ROW }: KeptOptions,
): KeptConversions {
  const holds = createHolds();
  const entries = createEntries(holds, maxRows);
  let alterations = engine.alterations();
  let number = 0;
  const sums = createSums();
  const readWith =
    (options: ReadOptions): Read =>
    ({ text, values }) =>
      engine.read(text, values, options);
  const names = (kind: string): string => `${KEPT_CATALOG}.main.${kind}_${++number}`;

  const make = (scope: KeptScope, options: ReadOptions): Entry => {
    const before = engine.alterations();
    const perRow = scope.form.of === 'visits' ? 1 : 1 / ROWS_OF_VALUES;
    return nullWithoutMemory(
      engine.keep(async session => {
        await holds.dropUnused(session);
        const made = await makeTable({ scope, session, names }, Math.floor((maxRows * MAX_SHARE) / perRow));
        if (!made) return null;
        await compress(session);
        const { name, count, ...ids } = made;
        const kept = {
          rows: raw(name),
          weight: count * perRow,
          alterations: before,
          site: {},
          mutex: createMutex(),
        };
        return { ...ids, ...kept, held: holds.hold([name]) };
      }, options),
    );
  };

  /** Returns the tables of what came after a table: those that are known, or new ones. */
  const updateLate = async (
    writing: Writing,
    kept: Kept,
    { rows, first, ...newest }: LateRows,
  ): Promise<Late | null | undefined> => {
    if (engine.alterations() !== kept.alterations || rows > MAX_LATE_ROWS) return undefined;
    const known = kept.late;
    if (first === null) return null;
    if (isSame(newest, known)) return known;
    const made = await makeLate(writing, kept, first);
    // Without the signal of the first request, which may end before the others.
    const readVisits = createLateVisits(readWith({}), made.tables, kept.site);
    return { ...newest, held: holds.hold(made.names), changes: { ...made.tables, readVisits } };
  };

  const lookForLate = (
    scope: KeptScope,
    kept: Kept,
    options: ReadOptions,
  ): Promise<Late | null | undefined> =>
    engine.keep(async session => {
      const late = await inTransaction(session, async read =>
        updateLate({ scope, session, names }, kept, await findLateRows(read, scope, kept)),
      );
      if (late && late !== kept.late) {
        if (kept.late) holds.retire(kept.late.held);
        kept.late = late;
      }
      await holds.dropUnused(session);
      return late;
    }, options);

  /**
   * Finds the rows stored after a table, and holds their tables; null if there are none, undefined if the table must be rebuilt. The
   * result is reused until another row is acknowledged.
   */
  const findLate = (scope: KeptScope, kept: Kept, options: ReadOptions): Promise<Late | null | undefined> =>
    kept.mutex.runExclusive(async () => {
      const { hit: hitId, event: eventId } = engine.lastIds();
      const upTo = { hitId, eventId };
      const isKnown = isSame(upTo, kept.upTo) && engine.alterations() === kept.alterations;
      const late = isKnown ? (kept.late ?? null) : await lookForLate(scope, kept, options);
      if (late !== undefined) kept.upTo = upTo;
      if (late) late.held.readers += 1;
      return late;
    });

  /** Runs a read of tables; undefined if rows must be read. */
  const answer = async <T>(
    scope: KeptScope | undefined,
    options: ReadOptions,
    work: (tables: KeptTables) => Promise<T>,
  ): Promise<T | undefined> => {
    const now = engine.alterations();
    if (!scope || !usesRollUps() || now === null) return undefined;
    if (now !== alterations) {
      entries.clear();
      sums.clear();
    }
    alterations = now;
    const key = toKeptKey(scope);
    const entry = entries.find(key, () => make(scope, options));
    // Rows answer where the table of somebody who has left was not finished, and say what is wrong otherwise.
    const kept = await entry.catch(() => null);
    options.signal?.throwIfAborted();
    if (!kept || kept.held.isRetired) return undefined;
    kept.held.readers += 1;
    let late: Late | null | undefined;
    try {
      late = await findLate(scope, kept, options);
      if (late === undefined) entries.forget(key, entry);
      else
        return await work({
          rows: kept.rows,
          late: late?.changes,
          read: readWith(options),
          readSums: sums.keep(readWith(options)),
        });
    } finally {
      if (late) holds.release(late.held);
      holds.release(kept.held);
    }
    return undefined;
  };

  return {
    groups: (query, { goal, dimension, ...options }) =>
      answer(findKeptScope(query, { goal, ...(dimension && { dimension }) }), options, tables =>
        countKept(tables, { query, dimension }),
      ),
    series: (query, edges, { goal, ...options }) =>
      answer(findKeptSeries(query, edges, goal), options, tables => countKeptSeries(tables, edges)),
  };
}

const isSame = (ids: NewestIds, others: NewestIds | undefined): boolean =>
  ids.hitId === others?.hitId && ids.eventId === others.eventId;

/** Resolves with null where memory ran out. */
const nullWithoutMemory = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.message === NEEDS_TOO_MUCH_MEMORY) return null;
    throw error;
  }
};
