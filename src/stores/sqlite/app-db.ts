import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';
import type { AppPosition, LastIds } from '../positions.ts';

/** A whole copy of a configuration, with what the files it was made of were like. */
export interface AppDbCopy {
  /** Path of the copy. */
  readonly copy: string;
  /** The file that the copy was made of. */
  readonly file: string;
  readonly number: number;
  readonly frames: number;
  /** Of the file, without its log. */
  readonly checksum: string;
}

/** Drizzle on one snapshot; `BunSQLiteDatabase` without a relational schema. */
export type Db = BunSQLiteDatabase;

/** Drizzle's methods that `AppDb` has as well. */
export const QUERY_METHODS = [
  'select',
  'insert',
  'update',
  'delete',
  'run',
  'all',
  'get',
  'values',
] as const satisfies readonly (keyof Db)[];

/** Drizzle's methods, run on the current snapshot. */
export type Queries = Pick<Db, (typeof QUERY_METHODS)[number]>;

/** The application database (SQLite): accounts, sites, keys, settings. Used only by `store.ts` files. */
export interface AppDb extends Queries {
  /** A statement prepared once for each snapshot; call the result as often as you like. */
  prepared<Statement>(build: (db: Db) => Statement): () => Statement;
  /** Runs `work` in one immediate transaction; it is undone when `work` throws. Not to be nested, not async. */
  transaction<T>(work: (db: Db) => T): T;
  /**
   * Folds a log that has grown into the next snapshot: 32 MiB and half the file, or 1 MiB after most of a day; `force`
   * always. Reads and writes go on at the same time.
   */
  checkpoint(options?: { readonly force?: boolean }): Promise<void>;
  /** How many changes people have made ever. */
  readonly changes: number;
  /** How far the configuration of this lineage has come. */
  position(lineage: string): AppPosition;
  /** Brings the counters of ids and of changes up to a position that was reached once. */
  raiseCounters(position: AppPosition): void;
  /** Newest ids of hits that were noted here. */
  hitIds(): Partial<LastIds>;
  recordHitIds(ids: LastIds): void;
  /** Writes a consistent copy as one file into a folder, which notes these ids of hits. */
  backupTo(directory: string, hitIds: LastIds): Promise<void>;
  /** Copies the database into a scratch folder, to be checked there. */
  copyForCheck(scratch: string): Promise<AppDbCopy>;
  /** Throws when the database does not answer. */
  ping(): void;
  readonly sizeBytes: number;
  close(): void;
}
