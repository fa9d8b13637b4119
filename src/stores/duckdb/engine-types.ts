/**
 * What the durable half of the hits store offers to the analytical half: reading, appending, changing and
 * rebuilding. `openHitEngine` in `engine.ts` makes one.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { HitKind } from '../../core/hits/columns.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { StoreHealth } from '../../core/store-health.ts';
import type { BackupFile } from '../backup-files.ts';
import type { AppPosition, LastIds } from '../positions.ts';
import type { DuckDb } from './native/native.ts';
import type { HitCheck } from './snapshot/check.ts';

/** Table of each kind: its plural. */
export const TABLES = {
  hit: 'hits',
  event: 'events',
  agent_visit: 'agent_visits',
  spam_hit: 'spam_hits',
} as const satisfies Record<HitKind, string>;

/**
 * A value for a `?` or `$n` of a statement. Whole numbers bind as BIGINT, other numbers as DOUBLE, bigints as
 * UBIGINT (negative: HUGEINT), dates as TIMESTAMP (UTC), arrays of whole numbers as BIGINT[], of strings as VARCHAR[].
 */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | readonly number[]
  | readonly string[];

/**
 * A row as it is read: integers, HUGEINT sums and decimals arrive as numbers, UBIGINT (visitor hashes) as
 * bigint, timestamps and dates as `Date`, text and booleans as they are, lists as arrays of these.
 */
export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * One transaction that takes rows away or rewrites them. Its statements are recorded in the journal and run again, in
 * order and on the same rows, after a crash and by some rebuilds: each must have the same effect then. So no `random()`,
 * no `now()`, no `limit` without an order.
 */
export interface Change {
  /** Runs a statement that deletes no row of a kind (flags, roll-ups, marks); says how many rows it changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Deletes rows of a kind that meet a condition (`site_id = ? and …`), counts them as removed and says how many. At most 60,000 rows a change. */
  remove(kind: HitKind, condition: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * Adds rows of a kind: the statement is told the first id and gives its rows that one and those after it, without
   * a gap. Counts them and answers their ids. At most 60,000 rows a change, and once for a kind.
   */
  add(
    kind: HitKind,
    statementOf: (firstId: number) => { readonly text: string; readonly values: readonly SqlValue[] },
  ): Promise<number[]>;
  /** Looks at rows within the transaction. */
  read<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/** Reading and writing the next generation of the file. */
export interface CopySession {
  /** A statement on the copy, as large as you like; says how many rows it changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Reads from the copy with the rules of `SqlRow`. */
  read<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/**
 * The next generation while it is being built beside running readers and writers. It lives in a DuckDB instance of its
 * own, with half the memory and with access to files outside the data folder; the copy is the default catalog, so plain
 * table names mean it.
 */
export interface Rebuild extends CopySession {
  /** For what `run` and `read` cannot do, such as an appender. */
  readonly connection: DuckDBConnection;
  readonly duckdb: DuckDb;
  /** Name of the attached copy. */
  readonly catalog: string;
  /** What the instance may use. */
  readonly memoryLimitBytes: number;
  /** A folder inside the data folder's `tmp/` for staging files; removed afterwards. */
  readonly folder: string;
  /** Newest id of each kind in the copy. Rows appended meanwhile have greater ids and never one that was reserved. */
  readonly lastIds: Readonly<Record<HitKind, number>>;
  /** Takes `count` ids of a kind out of the counter for rows that `work` inserts; answers the first. Unused ones count as removed. */
  reserveIds(kind: HitKind, count: number): Promise<number>;
  /** Aborted when the engine closes or the caller's signal does; `work` should end soon after. */
  readonly signal: AbortSignal;
}

/** What a rebuild may be told besides its work. */
export interface RebuildOptions {
  readonly signal?: AbortSignal;
  /** Runs on the copy after the rows appended meanwhile were added, while commits wait: keep it to milliseconds. */
  readonly settle?: (copy: CopySession) => Promise<void>;
}

/** Facts of the engine for the operator. */
export interface EngineFacts {
  readonly snapshot: number;
  readonly rows: Readonly<Record<HitKind, number>>;
  readonly lastIds: Readonly<Record<HitKind, number>>;
  /** File and journal together. */
  readonly sizeBytes: number;
  readonly journalBytes: number;
  readonly schemaVersion: number;
}

/** Work on the copy that keeps roll-ups up to date; run by every rebuild before its checkpoint. */
export type RollUpHook = (rebuild: Rebuild) => Promise<void>;

export interface HitEngine {
  /**
   * Stores rows and resolves with their ids, in order, once they are on disk; every later read sees them.
   * All of them or none. Rejects with `AppError('unavailable')` when they cannot be written.
   */
  append(rows: readonly NewHit[]): Promise<number[]>;
  /**
   * Rows of a query over everything acknowledged before the call. Plain table names.
   * Rejects with `AppError('unavailable')` after 20 s or when memory runs out, with the signal's reason when it aborts.
   */
  read<Row = SqlRow>(sql: string, values?: readonly SqlValue[], options?: ReadOptions): Promise<Row[]>;
  /** Several reads of one and the same connection and moment (a read transaction). */
  readInTransaction<T>(work: (session: ReadSession) => Promise<T>, options?: ReadOptions): Promise<T>;
  /** One durable transaction of deletes and bookkeeping; undone when `work` throws. Appends wait meanwhile. */
  change<T>(work: (change: Change) => Promise<T>): Promise<T>;
  /**
   * Builds and swaps in the next generation: `work` changes a copy at will while reads and appends go on; rows
   * appended meanwhile follow before the swap. When it throws, the process dies or `signal` aborts, nothing has changed.
   */
  rebuild<T>(work: (rebuild: Rebuild) => Promise<T>, options?: RebuildOptions): Promise<T>;
  /** A rebuild without work of its own when the journal has grown enough or a night has passed; `force` always. */
  maintain(options?: { readonly force?: boolean }): Promise<void>;
  /** Sets what every rebuild does to keep roll-ups up to date. */
  onRebuild(hook: RollUpHook): void;
  /** Links the files of the hits, as they are at this moment, into a scratch folder; answers them and the newest ids in them. */
  linkBackup(scratch: string): Promise<{ readonly files: BackupFile[]; readonly lastIds: LastIds }>;
  /** How far the configuration had come when that was last noted; undefined in a folder of version 0.1. */
  recordedAppPosition(): AppPosition | undefined;
  /** Notes how far the configuration has come; on disk when it resolves. */
  recordAppPosition(position: AppPosition): Promise<void>;
  /** Newest id given to a row of each kind. */
  lastIds(): LastIds;
  /** Takes every id up to these out of the counters; says how many of each kind those were. */
  raiseIds(ids: Partial<LastIds>): Promise<Record<HitKind, number>>;
  /** Numbers of the sites that have rows. */
  siteIds(): Promise<number[]>;
  /** Reads everything that is stored and says what is wrong. */
  check(): Promise<HitCheck>;
  health(): StoreHealth;
  ping(): Promise<void>;
  facts(): Promise<EngineFacts>;
  close(): Promise<void>;
}

/** Several reads that see the same rows. */
export interface ReadSession {
  read<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
}
