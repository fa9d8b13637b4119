/** The interface of the storage engine of hits: reads, appends, changes and rebuilds. `engine.ts` implements it. */

import type { DuckDBConnection } from '@duckdb/node-api';
import type { HitKind } from '../../core/hits/columns.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { NewHit } from '../../core/hits/row.ts';
import type { StoreHealth } from '../../core/store-health.ts';
import type { BackupFile } from '../data-folder.ts';
import type { AppPosition, LastIds } from '../positions.ts';
import type { DuckDb } from './native/native.ts';

/** Result of a check of the files of hits. */
export interface HitCheck {
  readonly sizeBytes: number;
  /** The last migration of the schema; null when it cannot be read. */
  readonly schema: string | null;
  readonly rows: IdCounters['lastIds'] | null;
  readonly faults: readonly string[];
  readonly lastIds: LastIds | null;
  readonly configuration: AppPosition | undefined;
  /** Lists the storage ids that have rows. */
  readonly storageIds: ReadonlySet<number>;
}

/** Blocks of the file of hits that are kept in memory. */
export interface BlockCache {
  /** Notes that somebody asks for a report. */
  onReport(): void;
  /** Resolves when no blocks are being evicted: what begins then has all the memory. */
  settled(): Promise<void>;
  /** Returns the size of the blocks. */
  measure(): Promise<number>;
  /** Evicts the blocks unless something reads, or somebody asked for a report since the last call. Returns their size. */
  release(): Promise<number>;
}

/** Counters of ids, by kind. */
export interface IdCounters {
  /** Newest id assigned per kind; 0 when none was. */
  readonly lastIds: Record<HitKind, number>;
  /** Number of ids without a row: removed, or reserved and not used. */
  readonly removed: Record<HitKind, number>;
}

/** Table of each kind. */
export const TABLES = {
  hit: 'hits',
  event: 'events',
  agent_visit: 'agent_visits',
  spam_hit: 'spam_hits',
  engagement: 'engagements',
} as const satisfies Record<HitKind, string>;

/**
 * A value of a statement's parameter. Whole numbers bind as BIGINT, other numbers as DOUBLE, bigints as
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
 * A row of a result: integers, HUGEINT sums and decimals arrive as numbers, UBIGINT (visitor hashes) as
 * bigint, timestamps and dates as `Date`, text and booleans unchanged, lists as arrays of these.
 */
export type SqlRow = Readonly<Record<string, unknown>>;

/**
 * One transaction that removes or changes rows. Its statements are written to the journal and replayed, in order and on the
 * same rows, after a crash and by some rebuilds, so they must be deterministic: no `random()`, no `now()`, no `limit`
 * without an order.
 */
export interface Change {
  /** Runs a statement that deletes no rows of a kind (flags, sums, marks). Returns how many rows it changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Deletes rows of a kind by a condition (`site_id = ? and …`) and counts them as removed. Returns how many. At most 60,000 rows per change. */
  remove(kind: HitKind, condition: string, values?: readonly SqlValue[]): Promise<number>;
  /**
   * Adds rows of a kind by a statement that assigns consecutive ids from the first one given. Returns the ids. At most 60,000
   * rows per change, and once per kind.
   */
  add(
    kind: HitKind,
    statementOf: (firstId: number) => { readonly text: string; readonly values: readonly SqlValue[] },
  ): Promise<number[]>;
  /** Reads rows within the transaction. */
  read<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/** Reads from and writes to the copy that becomes the next snapshot. */
export interface CopySession {
  /** Runs a statement of any size on the copy. Returns how many rows it changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Reads rows, as `SqlRow` describes. */
  read<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/**
 * The next snapshot while it is being built beside running readers and writers. It is attached to a DuckDB instance of its
 * own, with half the memory and with access to files outside the data folder, as the default catalog.
 */
export interface Rebuild extends CopySession {
  /** The connection, for what `run` and `read` cannot do, such as an appender. */
  readonly connection: DuckDBConnection;
  readonly duckdb: DuckDb;
  /** Name of the attached copy. */
  readonly catalog: string;
  /** Memory limit of the instance. */
  readonly memoryLimitBytes: number;
  /** Whether work that runs out of memory is repeated with more: it should throw DuckDB's own error then. */
  readonly isFrugal: boolean;
  /** A folder in the data folder's `tmp/` for staging files; removed afterwards. */
  readonly folder: string;
  /** Newest id of each kind in the copy. Rows that are appended later have greater ids, never a reserved one. */
  readonly lastIds: Readonly<Record<HitKind, number>>;
  /** Reserves ids of a kind for rows that `work` inserts. Returns the first; unused ones count as removed. */
  reserveIds(kind: HitKind, count: number): Promise<number>;
  /** Raises the memory limit of the instance. */
  raiseMemoryLimit(bytes: number): Promise<void>;
  /** Gives memory that statements have freed back to the system, which otherwise happens a second later. */
  releaseMemory(): Promise<void>;
  /** Aborted when the engine closes or the caller's signal does; `work` should end soon after. */
  readonly signal: AbortSignal;
}

/** Options of a rebuild. */
export interface RebuildOptions {
  readonly signal?: AbortSignal;
  /** Runs on the copy after the last rows were added, while commits are paused: keep it to milliseconds. */
  readonly finalize?: (copy: CopySession) => Promise<void>;
  /** Whether work gets as little memory as may do, and more only when that was not enough. */
  readonly isFrugal?: boolean;
  /** Whether a file much of which is empty is rewritten. */
  readonly tidies?: boolean;
}

/** Row counts, sizes and schema version of the engine, for the operator. */
export interface EngineFacts {
  readonly snapshot: number;
  readonly rows: Readonly<Record<HitKind, number>>;
  readonly lastIds: Readonly<Record<HitKind, number>>;
  /** Size of file and journal. */
  readonly sizeBytes: number;
  readonly journalBytes: number;
  readonly schemaVersion: number;
}

/** Brings the sums of a copy up to date; run by every rebuild before its checkpoint. */
export type RebuildHook = (rebuild: Rebuild) => Promise<void>;

/** A transaction on the tables in memory that is in no journal: what it changes has to follow from the rows. */
export interface Refresh extends CopySession {
  /** Memory that it may use. */
  readonly memoryLimitBytes: number;
  /** Aborted when the engine closes. */
  readonly signal: AbortSignal;
}

/** Works out in memory, for rows that came since the last rebuild, what rebuilds work out. */
export type RefreshHook = (refresh: Refresh) => Promise<void>;

/** The state of the sums in a snapshot. */
export interface StoredState {
  /** Sites whose sums that depend on all rows of a visitor are out of date. */
  readonly staleSites: ReadonlySet<number>;
  /** Keys that were decided on (`site key`): whether a site has too many values of it; null: its sums are awaited. */
  readonly widths: ReadonlyMap<string, boolean | null>;
  /** Whether there are sums. */
  readonly isMade: boolean;
  /** Whether channels, and the names of sources, are those of today's rules. */
  readonly isByRules: boolean;
  /** Whether paths and sources are those of today's rules. */
  readonly hasNormalValues: boolean;
}

/** The storage engine of hits. */
export interface HitEngine {
  /**
   * Stores rows and resolves with their ids, in order, once they are on disk; every later read sees them.
   * All of them or none. Rejects with `AppError('unavailable')` when they cannot be written.
   */
  append(rows: readonly NewHit[]): Promise<number[]>;
  /**
   * Runs a query over everything acknowledged before the call.
   * Rejects with `AppError('unavailable')` after 20 s or when memory runs out, with the signal's reason when it aborts.
   */
  read<Row = SqlRow>(sql: string, values?: readonly SqlValue[], options?: ReadOptions): Promise<Row[]>;
  /** Runs several reads in one read transaction. */
  readInTransaction<T>(work: (session: ReadSession) => Promise<T>, options?: ReadOptions): Promise<T>;
  /**
   * Returns how many changes and rebuilds with work there were; null while one is under way. While the number is the same, rows
   * have only come.
   */
  alterations(): number | null;
  /** Blocks of the file that are kept in memory. */
  readonly blockCache: Pick<BlockCache, 'measure' | 'release'>;
  /**
   * Runs a read that may take minutes, such as the writing of a file: one at a time, on a connection of its own, so that no
   * report waits for it, and without a deadline.
   */
  readAtLength<T>(work: (session: CopySession) => Promise<T>, signal: AbortSignal): Promise<T>;
  /**
   * Creates a folder for files that `readAtLength` writes. Rejects with `AppError('unavailable')` when the disk has no room for
   * as much as all hits take, beside what the next rewrite of their file needs.
   */
  createScratch(): { readonly path: string; remove(): void };
  /** Runs a durable transaction; rolled back when `work` throws. Appends wait for it. */
  change<T>(work: (change: Change) => Promise<T>): Promise<T>;
  /**
   * Builds and promotes the next snapshot: `work` changes a copy while reads and appends go on; rows that are appended in the
   * meantime are added before the promotion. When it throws, the process dies or `signal` aborts, nothing has changed.
   */
  rebuild<T>(work: (rebuild: Rebuild) => Promise<T>, options?: RebuildOptions): Promise<T>;
  /**
   * Schedules that the file of hits is rewritten, twice, so that the newest two have no byte of rows that were removed: once for
   * all removals of a minute. Files before them go at the next rotation after ten minutes.
   */
  purge(): void;
  /** Compacts the journal into the next snapshot when it has grown enough; with `force` always. */
  maintain(options?: { readonly force?: boolean }): Promise<void>;
  /** Sets the hook by which every rebuild updates sums; where those are due, the file is compacted now. */
  onRebuild(hook: RebuildHook, isDue?: boolean): void;
  /** Sets the hook that runs after every some thousand new rows. */
  onRefresh(hook: RefreshHook): void;
  /** Links the current files of hits into a scratch folder. Returns them and the newest ids in them. */
  linkBackup(scratch: string): Promise<{ readonly files: BackupFile[]; readonly lastIds: LastIds }>;
  /** Returns the position of the application database that was last recorded; undefined in a folder of version 0.1. */
  recordedAppPosition(): AppPosition | undefined;
  /** Records a position of the application database; on disk when it resolves. */
  recordAppPosition(position: AppPosition): Promise<void>;
  /** Returns the newest id of each kind. */
  lastIds(): LastIds;
  /** Returns the inode of the journal. */
  journalInode(): number;
  /** Raises the counters to ids. Returns by how many, per kind. */
  raiseIds(ids: Partial<LastIds>): Promise<Record<HitKind, number>>;
  /** Reserves ids of a kind durably, for rows that another store gets. Returns the first. */
  reserveIds(kind: HitKind, count: number): Promise<number>;
  /** Returns the number of hits of all sites, without a query. */
  countHits(): number;
  /** Returns the zone whose midnights begin the days of a site's rows, as they are stored now. */
  zoneOf(siteId: number): string;
  /** Returns the state of the sums: the same value until it changes. */
  sums(): StoredState;
  /** Returns whether the unique hits of a site are marked by those days. */
  hasOwnMarks(siteId: number): boolean;
  /** Lists the storage ids that have rows; early in a start, without waiting for those of the journal to be loaded. */
  siteIds(options?: { readonly isEarly?: boolean }): Promise<number[]>;
  /** Reads everything that is stored and returns what is wrong. */
  check(): Promise<HitCheck>;
  health(): StoreHealth;
  ping(): Promise<void>;
  facts(): Promise<EngineFacts>;
  close(): Promise<void>;
}

/** Reads within one transaction. */
export interface ReadSession {
  read<Row = SqlRow>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
}
