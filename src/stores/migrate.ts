/**
 * Schema changes of both engines: an ordered list of texts, each run once in a transaction of its own and recorded
 * with its checksum in the database it changed.
 */
import { CommandError, getErrorMessage } from '../core/errors.ts';

/** One step of a schema's history. */
export interface Migration {
  /** File name without its ending, such as `0001-hits`; the order of the list is the order of running. */
  readonly name: string;
  /** One or more statements. */
  readonly sql: string;
}

/** A step that a database says it has been through. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** A step still to be run, with the checksum to be recorded beside its name. */
export interface PendingMigration extends Migration {
  readonly checksum: string;
}

/** Where each engine records its steps; understood by SQLite and DuckDB alike. */
export const MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS schema_migrations (name VARCHAR NOT NULL, checksum VARCHAR NOT NULL)';
export const APPLIED_MIGRATIONS = 'SELECT name, checksum FROM schema_migrations ORDER BY name';
export const RECORD_MIGRATION = 'INSERT INTO schema_migrations (name, checksum) VALUES (?, ?)';

/**
 * Steps a database still needs, in order. Throws a `CommandError` that names the file when it has been through steps
 * this version does not know (a newer version wrote it) or that have been edited since.
 */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  file: string,
): PendingMigration[] {
  const steps = known.map(step => ({ ...step, checksum: checksumOf(step.sql) }));
  const byName = new Map(steps.map(step => [step.name, step]));
  for (const { name, checksum } of applied) {
    const step = byName.get(name);
    if (step === undefined) {
      throw newerVersion(file, `schema ${name}`);
    }
    if (step.checksum !== checksum) {
      throw new CommandError(
        `${file} was made by another build of Footfall: its schema ${name} differs from the one of this version; start the version that wrote it`,
      );
    }
  }
  const done = new Set(applied.map(step => step.name));
  return steps.filter(step => !done.has(step.name));
}

/** Returns the error for a file of a later version. */
export const newerVersion = (file: string, detail?: string): CommandError =>
  new CommandError(
    `${file} was written by a newer version of Footfall${detail ? ` (${detail})` : ''}: start that version, or restore a copy made before the upgrade`,
  );

/** Says in one sentence why this version cannot use a schema; nothing when it can. */
export function findSchemaFaults(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
  file: string,
): string[] {
  try {
    pendingMigrations(known, applied, file);
    return [];
  } catch (error) {
    return [getErrorMessage(error)];
  }
}

function checksumOf(sql: string): string {
  return new Bun.CryptoHasher('sha256').update(sql).digest('hex').slice(0, 32);
}
