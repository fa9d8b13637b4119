/**
 * Keeps tables of conversions in the memory of the engine, those asked for last, as long as rows only come: what removes or changes
 * rows makes all of them worthless.
 */
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../core/errors.ts';
import type { ConversionOptions, Conversions, GroupConversions } from '../../../core/goals/query.ts';
import type { HitQuery, ReadOptions } from '../../../core/hits/query.ts';
import { createMutex, type Mutex } from '../../../lib/mutex.ts';
import { NEEDS_TOO_MUCH_MEMORY } from '../../read-limits.ts';
import type { CopySession, HitEngine } from '../engine-types.ts';
import { KEPT_CATALOG } from '../sql/instance.ts';
import { type Read, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import {
  countKept,
  countKeptSeries,
  findKeptScope,
  findKeptSeries,
  findLateRows,
  type KeptScope,
  type KeptTables,
  type LateChanges,
  type LateRows,
  type NewestIds,
  selectKept,
  selectLate,
  selectLateDays,
  toKeptKey,
} from './kept-conversions.ts';
import { createLateVisits, type LateTables } from './late-visits.ts';

/** Memory of the engine for each row that may be kept, which takes some 20 to 30 bytes of it once it is compressed. */
const BYTES_PER_ROW = 512;

/** Share of all rows that one table may have: until it is compressed, its rows take ten times as much. */
const MAX_SHARE = 3 / 8;

/** Rows of values take so much less than those of visits. */
const ROWS_OF_VALUES = 3;

/** Later rows from which a table is made anew. */
const MAX_LATE_ROWS = 5_000;

/** Tables at most, also those that were found to be too large. */
const MAX_TABLES = 200;

/** Sums of tables that are kept, in groups. */
const MAX_SUMS = 50_000;

/** Tables that are dropped once nothing reads them. */
interface Held {
  readonly names: readonly string[];
  readers: number;
  isRetired: boolean;
}

interface Late extends NewestIds {
  readonly held: Held;
  readonly changes: LateChanges;
}

interface Kept extends NewestIds {
  readonly held: Held;
  readonly rows: Sql;
  /** Share of the rows that may be kept. */
  readonly weight: number;
  readonly alterations: number | null;
  /** The host of the site, once a query has named it. */
  readonly site: { host?: string | undefined };
  readonly mutex: Mutex;
  late?: Late;
  /** Newest ids when what came after the table was last looked for. */
  upTo?: NewestIds;
}

/** A table; null where it would have too many rows. */
type Entry = Promise<Kept | null>;

/** Options of the tables. */
export interface KeptOptions {
  readonly usesRollUps: () => boolean;
  /** Rows of visits of all tables together at most. Default: as the memory of the engine allows. */
  readonly maxRows?: number | undefined;
}

/** Answers from kept tables; undefined where rows have to. */
export interface KeptConversions {
  groups(query: HitQuery, options: ConversionOptions): Promise<GroupConversions[] | undefined>;
  series(
    query: HitQuery,
    edges: readonly Date[],
    options: ConversionOptions,
  ): Promise<Conversions[] | undefined>;
}

/** Tables to be dropped, once nothing reads them. */
const createHolds = () => {
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

/** Tables by what they answer; those asked for last come last. */
const createEntries = ({ retire }: Holds, maxWeight: number) => {
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
  /** Forgets what was asked for longest ago. */
  const makeRoom = (): void => {
    for (const [key, entry] of [...entries].slice(0, -1)) if (isFull()) forget(key, entry);
  };
  return {
    forget,
    clear: (): void => {
      for (const [key, entry] of [...entries]) forget(key, entry);
    },
    /** Returns the table of a key, which is made where there is none. */
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

/** A scope, its table and the connection that writes tables. */
interface Writing {
  readonly scope: KeptScope;
  readonly session: CopySession;
  readonly names: (kind: string) => string;
}

/** Makes a table of at most so many rows; null where there are more. */
const makeTable = async (
  { scope, session, names }: Writing,
  maxRows: number,
): Promise<(NewestIds & { readonly name: string; readonly count: number }) | null> => {
  const name = names('conversions');
  const made = await inTransaction(session, async read => {
    const [ids] = await read<NewestIds>(
      sql`select coalesce((select max(id) from hits), 0) as "hitId", coalesce((select max(id) from events), 0) as "eventId"`,
    );
    const rows = await selectKept(read, scope);
    await toRun(session)(sql`create table ${raw(name)} as ${rows} limit ${maxRows + 1}`);
    const [made] = await read<{ readonly count: number }>(sql`select count(*) as count from ${raw(name)}`);
    return { hitId: 0, eventId: 0, ...ids, count: made?.count ?? 0, name };
  });
  if (made.count <= maxRows) return made;
  await session.run(`DROP TABLE ${name}`);
  return null;
};

/** Makes the tables of what came after a table. */
const makeLate = async (
  { scope, session, names }: Writing,
  kept: Kept,
  first: Date,
): Promise<{ readonly names: readonly string[]; readonly tables: LateTables }> => {
  const made = [names('late_days'), names('subtracted'), names('added')] as const;
  const [days, subtracted, added] = [raw(made[0]), raw(made[1]), raw(made[2])];
  const run = toRun(session);
  await run(sql`create table ${days} as ${selectLateDays(scope, kept)}`);
  await run(sql`create table ${subtracted} as select * from ${kept.rows}
    where visitor_hash in (select visitor_hash from ${days})`);
  const rows = await selectLate(toRead(session), scope, { days, first });
  await run(sql`create table ${added} as
    select * from ${subtracted} where (visitor_hash, day) not in (select visitor_hash, day from ${days})
    union all select * from (${rows})`);
  return { names: made, tables: { subtracted, added } };
};

/** Creates the sums of tables. */
const createSums = () => {
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

/** Creates the kept tables of an engine. */
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
   * Finds what came after a table, and holds it; null where nothing did, undefined where the table is to be made anew. It is known
   * as long as no row was acknowledged since.
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

  /** Runs a read of tables; undefined where rows have to answer. */
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

/** Compresses new tables, unless another is being written: the next one does it then. */
const compress = async (session: CopySession): Promise<void> => {
  try {
    await session.run(`CHECKPOINT ${KEPT_CATALOG}`);
  } catch (error) {
    if (!(error instanceof Error && /checkpoint/i.test(error.message))) throw error;
  }
};

const inTransaction = async <T>(session: CopySession, work: (read: Read) => Promise<T>): Promise<T> => {
  await session.run('BEGIN TRANSACTION');
  const result = await work(toRead(session));
  await session.run('COMMIT');
  return result;
};
