/** Files of the configuration database: opened, checked, built anew; never changed in place. */
import { Database } from 'bun:sqlite';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { CommandError } from '../../core/errors.ts';
import type { DataFolder } from '../data-folder.ts';
import { type Migration, pendingMigrations } from '../migrate.ts';
import type { Db } from './config-db.ts';
import { findAppliedMigrations, runMigrations } from './schema.ts';

/** The file in use. Its base never changes: everything goes to the log beside it. */
export interface ConfigGeneration {
  readonly number: number;
  readonly file: string;
  readonly client: Database;
  readonly db: Db;
  /** A second connection that reads for ever: while it does, nothing can fold the log into the file, not even the end of the process. */
  readonly keeper: Database;
}

/** The newest usable generation with today's schema; made when there is none. Throws a `CommandError` when none can be used. */
export function startConfigGeneration(
  folder: DataFolder,
  migrations: readonly Migration[],
): ConfigGeneration {
  const numbers = folder.generations('app');
  const [newest] = numbers;
  if (newest === undefined) {
    buildFirst(folder, migrations);
    return startConfigGeneration(folder, migrations);
  }
  const torn: number[] = [];
  for (const number of numbers) {
    const generation = openSound(folder, number);
    if (generation === undefined) {
      torn.push(number);
      continue;
    }
    const pending = pendingMigrations(
      migrations,
      findAppliedMigrations(generation.client) ?? [],
      generation.file,
    );
    if (pending.length === 0 && torn.length === 0) return generation;
    if (torn.length > 0)
      folder.log.error(
        { file: basename(generation.file) },
        'the configuration of the generation before is used: what was changed since is lost',
      );
    if (pending.length > 0) keepCopy(folder, generation, pending[0]?.name ?? '');
    buildNext(folder, generation, newest + 1, client => runMigrations(client, pending));
    closeGeneration(generation);
    if (torn.length > 0) folder.setAside(torn.flatMap(at => folder.filesOf('app', at)));
    return startConfigGeneration(folder, migrations);
  }
  throw new CommandError(
    `No configuration in ${folder.path} can be read (${numbers.map(number => basename(folder.fileOf('app', number))).join(', ')} is damaged or is no file of Footfall): restore a copy of the folder, or move it away to start anew`,
  );
}

/** Opens a generation that `buildNext` made. */
export function openConfigGeneration(folder: DataFolder, number: number): ConfigGeneration {
  const file = folder.fileOf('app', number);
  const client = new Database(file, { readwrite: true, strict: true });
  useLog(client);
  client.run('PRAGMA synchronous = FULL');
  client.run('PRAGMA foreign_keys = ON');
  client.run('PRAGMA wal_autocheckpoint = 0');
  client.run('PRAGMA busy_timeout = 5000');
  client.query('SELECT count(*) FROM sqlite_master').get();
  const keeper = new Database(file, { readonly: true });
  keeper.run('BEGIN');
  keeper.query('SELECT count(*) FROM sqlite_master').get();
  return { number, file, client, keeper, db: drizzle({ client, casing: 'snake_case' }) };
}

/**
 * A copy that other hands made (`VACUUM INTO`, SQLite's own backup) keeps no log, and the keeper's endless read would
 * then lock out every write. Only a file of ours is changed.
 */
function useLog(client: Database): void {
  const mode = client.query<{ journal_mode: string }, []>('PRAGMA journal_mode').get()?.journal_mode;
  if (mode !== 'wal' && findAppliedMigrations(client) !== undefined) client.run('PRAGMA journal_mode = WAL');
}

/** Writes the next generation: a compact copy, `prepare`d, complete on disk before it gets its name. */
export function buildNext(
  folder: DataFolder,
  present: Pick<ConfigGeneration, 'client'>,
  number: number,
  prepare: (client: Database) => void = () => undefined,
): void {
  const scratch = folder.temporary(`app.${number}.db`);
  rmSync(scratch, { force: true });
  present.client.query('VACUUM INTO ?').run(scratch);
  finish(folder, scratch, number, prepare);
}

/** Writes all of a generation as one file, ready to be used in its place. */
export function writeCopy(present: Pick<ConfigGeneration, 'client'>, file: string): void {
  present.client.query('VACUUM INTO ?').run(file);
  const copy = new Database(file, { readwrite: true, strict: true });
  copy.run('PRAGMA journal_mode = WAL');
  copy.close();
}

/** Stops writing; the log stays beside the file. The keeper is not closed: statements of the first connection may outlive it. */
export function closeGeneration({ client }: ConfigGeneration): void {
  client.close();
}

/** Bytes of the log beside a file. */
export const logBytes = (file: string): number =>
  statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

function buildFirst(folder: DataFolder, migrations: readonly Migration[]): void {
  const scratch = folder.temporary('app.first.db');
  finish(folder, scratch, 1, client => runMigrations(client, pendingMigrations(migrations, [], scratch)));
}

function finish(
  folder: DataFolder,
  scratch: string,
  number: number,
  prepare: (client: Database) => void,
): void {
  const client = new Database(scratch, { create: true, strict: true });
  try {
    prepare(client);
    client.run('PRAGMA journal_mode = WAL');
  } finally {
    client.close();
  }
  folder.publish(scratch, folder.fileOf('app', number));
}

/** A generation that passes SQLite's check and is ours; undefined when it is torn or foreign. */
function openSound(folder: DataFolder, number: number): ConfigGeneration | undefined {
  const file = folder.fileOf('app', number);
  try {
    const generation = openConfigGeneration(folder, number);
    const verdict = generation.client
      .query<{ quick_check: string }, []>('PRAGMA quick_check(1)')
      .get()?.quick_check;
    if (verdict === 'ok' && findAppliedMigrations(generation.client) !== undefined) return generation;
    folder.log.error({ file: basename(file), verdict }, 'a configuration file is damaged');
    closeGeneration(generation);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!/^SQLITE_(NOTADB|CORRUPT|IOERR_SHORT_READ)/.test(code)) throw cannotOpen(file, code, error);
    folder.log.error({ err: error, file: basename(file) }, 'a configuration file is damaged');
    return undefined;
  }
}

function cannotOpen(file: string, code: string, error: unknown): CommandError {
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code))
    return new CommandError(`No permission to write to ${file}, or it is read-only: give this user the file`);
  return new CommandError(
    `${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
  );
}

function keepCopy(folder: DataFolder, { client }: ConfigGeneration, step: string): void {
  mkdirSync(folder.pathOf('backups'), { recursive: true, mode: 0o700 });
  const copy = folder.pathOf('backups', `app-before-${step}.db`);
  if (existsSync(copy)) return;
  const scratch = folder.temporary('app-before.db');
  rmSync(scratch, { force: true });
  client.query('VACUUM INTO ?').run(scratch);
  folder.publish(scratch, copy);
  folder.log.info({ copy }, 'the configuration was copied before its schema changes');
}
