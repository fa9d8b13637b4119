import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite';

/** Drizzle over the configuration database; `BunSQLiteDatabase` without a relational schema. */
export type Db = BunSQLiteDatabase;

/** The configuration database: accounts, sites, keys, settings. Seen only by `store.ts` files. */
export interface ConfigDb {
  /** Drizzle on the current generation. Read it anew for each statement and never keep it: a rotation replaces it. */
  readonly db: Db;
  /** A statement prepared once for each generation; call the result as often as you like. */
  prepared<Statement>(build: (db: Db) => Statement): () => Statement;
  /** Runs `work` in one immediate transaction; it is undone when `work` throws. Not to be nested, not async. */
  transaction<T>(work: (db: Db) => T): T;
  /** Replaces a log that has grown by the next generation of the file: 32 MiB and half the file, or 1 MiB after most of a day; `force` always. */
  rotate(options?: { readonly force?: boolean }): void;
  /** Writes a consistent copy as one file. */
  backupTo(file: string): void;
  /** Throws when the database does not answer. */
  ping(): void;
  readonly sizeBytes: number;
  close(): void;
}
