/** Snapshots of the application database: opened, verified, rebuilt; never changed in place. */
import { Database } from 'bun:sqlite';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, truncateSync } from 'node:fs';
import { basename } from 'node:path';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { CommandError, getErrorCode, getErrorMessage } from '../../core/errors.ts';
import { LOSS_REMEDY } from '../data-folder.ts';
import type { DataFolder } from '../data-folder-types.ts';
import { checksumOf } from '../durable-file.ts';
import { type Migration, pendingMigrations } from '../migrate.ts';
import type { Db } from './app-db.ts';
import { SqliteClient } from './client.ts';
import { findAppliedMigrations, runMigrations } from './schema.ts';
import { countChanges, readBaseChecksum } from './state.ts';
import { readWal } from './wal.ts';

/** The file in use. Its base never changes: everything goes to the log beside it. */
export interface AppSnapshot {
  readonly number: number;
  readonly file: string;
  readonly client: SqliteClient;
  readonly db: Db;
  /**
   * A read-only connection with a read that never ends. While it is open, nothing can checkpoint the log into the file; and
   * as the last one to close, neither can it itself.
   */
  readonly keeper: Database;
  /** The base, kept open to be copied: closing any descriptor of it would drop SQLite's locks. */
  readonly descriptor: number;
}

/** What recovery needs. */
export interface RecoveryOptions {
  readonly folder: DataFolder;
  readonly migrations: readonly Migration[];
  /** Continues with the intact part of a damaged database instead of refusing it. */
  readonly acceptsLoss: boolean;
}

/**
 * Recovers the newest snapshot with today's schema; creates the first when there is none. Throws a `CommandError` when it is not whole:
 * an older one may know a key that was revoked since, so it is taken in its place only with `acceptsLoss`.
 */
export function recoverSnapshot(start: RecoveryOptions): AppSnapshot {
  const { folder } = start;
  const [newest] = folder.snapshots('app');
  refuseOrphanLogs(start, newest ?? 0);
  if (newest === undefined) {
    if (folder.snapshots('hits').length > 0 && !start.acceptsLoss)
      throw new CommandError(
        `The data folder ${folder.path} has hits, but no configuration (app.*.db): its accounts and sites are missing. ${LOSS_REMEDY}`,
      );
    createFirst(start);
    return recoverSnapshot(start);
  }
  const opened = openVerified(folder, newest);
  if ('snapshot' in opened)
    return opened.isCheckpointed ? refreshed(start, opened.snapshot) : migrated(start, opened.snapshot);
  if (!start.acceptsLoss) throw new CommandError(`${opened.fault}. ${LOSS_REMEDY}`);
  folder.log.error({ file: opened.file }, opened.fault);
  return recoverRemains(start);
}

/**
 * Continues in the next snapshot after another program has checkpointed the log into the file, as every SQLite tool does
 * that is the last to close it: the file is intact, but no longer the one that was recorded.
 */
function refreshed(start: RecoveryOptions, snapshot: AppSnapshot): AppSnapshot {
  start.folder.log.info(
    { file: basename(snapshot.file) },
    'another program has opened the configuration and folded its log in; it goes on in the next file',
  );
  buildNext(start.folder, snapshot.client, { number: snapshot.number + 1 });
  closeSnapshot(snapshot);
  return recoverSnapshot(start);
}

/** Migrates a snapshot, in the next one. */
function migrated(start: RecoveryOptions, snapshot: AppSnapshot): AppSnapshot {
  const { folder, migrations } = start;
  const applied = findAppliedMigrations(snapshot.client) ?? [];
  const pending = pendingMigrations(migrations, applied, snapshot.file);
  if (pending.length === 0) return snapshot;
  keepCopy(folder, snapshot, pending[0]?.name ?? '');
  buildNext(folder, snapshot.client, {
    number: snapshot.number + 1,
    prepare: client => runMigrations(client, pending),
  });
  closeSnapshot(snapshot);
  return recoverSnapshot(start);
}

/** A log says nothing without its base, and a new base must never be given the log of another. */
function refuseOrphanLogs({ folder, acceptsLoss }: RecoveryOptions, newest: number): void {
  const lone = folder.orphanLogs('app').filter(({ number }) => number > newest);
  const [first] = lone;
  if (first === undefined) return;
  const fault = `${basename(first.file)} is there without its database file ${basename(folder.databaseFile('app', first.number))}`;
  if (!acceptsLoss) throw new CommandError(`${fault} in ${folder.path}. ${LOSS_REMEDY}`);
  folder.log.error({ file: basename(first.file) }, fault);
  folder.moveToDamaged(lone.map(({ file }) => file));
}

/** Opens a snapshot that was verified, or that this process built. */
export function openSnapshot(folder: DataFolder, number: number): AppSnapshot {
  const file = folder.databaseFile('app', number);
  const client = new SqliteClient(file);
  let keeper: Database | undefined;
  try {
    useLog(client);
    client.query('SELECT count(*) FROM sqlite_master').get();
    // First of all: without it, ending the client would fold the log into a file that may be refused.
    keeper = new Database(file, { readonly: true });
    keeper.run('BEGIN');
    keeper.query('SELECT count(*) FROM sqlite_master').get();
    client.run('PRAGMA synchronous = FULL');
    client.run('PRAGMA foreign_keys = ON');
    client.run('PRAGMA wal_autocheckpoint = 0');
    client.run('PRAGMA busy_timeout = 5000');
    countChanges(client);
    const descriptor = openSync(file, 'r');
    return { number, file, client, keeper, descriptor, db: drizzle({ client, casing: 'snake_case' }) };
  } catch (error) {
    client.end();
    keeper?.close(true);
    throw error;
  }
}

/**
 * Turns the log on: a copy that another tool made (`VACUUM INTO`, SQLite's backup) has none, and the keeper's endless read
 * would then lock out every write. Only a database of Footfall is changed.
 */
function useLog(client: Database): void {
  const mode = client.query<{ journal_mode: string }, []>('PRAGMA journal_mode').get()?.journal_mode;
  if (mode !== 'wal' && findAppliedMigrations(client) !== undefined) client.run('PRAGMA journal_mode = WAL');
}

/** A file to be published as a snapshot, and how to prepare it. */
interface NewFile {
  readonly number: number;
  readonly prepare?: (client: Database) => void;
}

/** Writes the next snapshot: a compact, prepared copy, on disk before it is published. */
function buildNext(folder: DataFolder, current: Database, file: NewFile): void {
  const scratch = folder.temporary(`app.${file.number}.db`);
  rmSync(scratch, { force: true });
  current.query('VACUUM INTO ?').run(scratch);
  finish(folder, scratch, file);
}

/** Closes a snapshot; its log stays beside its file. */
export function closeSnapshot({ client, keeper, descriptor }: AppSnapshot): void {
  client.end();
  keeper.close(true);
  closeSync(descriptor);
}

/** Returns the size of the log beside a file. */
export const logBytes = (file: string): number =>
  statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

function createFirst({ folder, migrations }: RecoveryOptions): void {
  const scratch = folder.temporary('app.first.db');
  const prepare = (client: Database) => runMigrations(client, pendingMigrations(migrations, [], scratch));
  finish(folder, scratch, { number: 1, prepare });
}

/** Prepares a scratch file and publishes it. */
function finish(folder: DataFolder, scratch: string, { number, prepare }: NewFile): void {
  const client = new Database(scratch, { create: true, strict: true });
  try {
    prepare?.(client);
    client.run('PRAGMA journal_mode = WAL');
  } finally {
    client.close(true);
  }
  folder.publish(scratch, folder.databaseFile('app', number));
}

type Opened =
  | {
      readonly snapshot: AppSnapshot;
      /** True if another program has checkpointed the log into the file. */
      readonly isCheckpointed: boolean;
    }
  | { readonly fault: string; readonly file: string };

/** Opens a snapshot when its log and its file are intact; else returns in one sentence what is wrong. */
function openVerified(folder: DataFolder, number: number): Opened {
  const file = folder.databaseFile('app', number);
  const fault = (text: string, of = file): Opened => ({ fault: text, file: basename(of) });
  const log = `${file}-wal`;
  // Verified first: SQLite would leave out what it cannot read, and write over it.
  const wal = readWal(log);
  if (wal.tail === 'damaged')
    return fault(`The log of the configuration, ${log}, is damaged: changes in it cannot be read`, log);
  if (wal.tail === 'torn') truncateTornTail(folder, log, wal.validBytes);
  const before = checksumOf(file);
  const snapshot = openReadable(folder, number);
  if (snapshot === undefined) return fault(`The configuration ${file} is damaged, or is no file of Footfall`);
  const checksum = readBaseChecksum(snapshot.client, number);
  if (checksum === undefined || checksum === before) return { snapshot, isCheckpointed: false };
  // The note stands in the file itself, where a log cannot be that was written for another.
  if (wal.frames.length === 0) return { snapshot, isCheckpointed: true };
  closeSnapshot(snapshot);
  return fault(
    `The configuration ${file} is not the file that its log was written for: it is damaged, or another was put in its place`,
  );
}

/** Opens a snapshot that passes SQLite's check and is Footfall's; undefined when it is damaged or foreign. */
function openReadable(folder: DataFolder, number: number): AppSnapshot | undefined {
  const file = folder.databaseFile('app', number);
  let snapshot: AppSnapshot | undefined;
  try {
    snapshot = openSnapshot(folder, number);
    const check = snapshot.client.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').get();
    if (check?.quick_check === 'ok' && findAppliedMigrations(snapshot.client) !== undefined) return snapshot;
    folder.log.debug({ file: basename(file), found: check?.quick_check }, 'a configuration file is damaged');
  } catch (error) {
    const code = getErrorCode(error);
    if (!/^SQLITE_(NOTADB|CORRUPT|IOERR_SHORT_READ|ERROR)/.test(code)) throw cannotOpen(file, code, error);
    folder.log.debug({ err: error, file: basename(file) }, 'a configuration file is damaged');
  }
  if (snapshot) closeSnapshot(snapshot);
  return undefined;
}

/** Cuts off a commit that a kill or a power cut left unfinished, so that nothing is written behind its remains. */
function truncateTornTail(folder: DataFolder, log: string, validBytes: number): void {
  let kept: string | undefined;
  try {
    kept = basename(folder.copyToDamaged(log));
  } catch (error) {
    // A full disk may well be the reason why it is unfinished. Nothing in it was ever confirmed.
    folder.log.warn({ err: error }, 'no copy of the configuration’s log could be kept in damaged/');
  }
  folder.log.warn(
    { file: basename(log), bytes: statSync(log).size - validBytes, kept },
    'an unfinished write at the end of the configuration’s log was dropped',
  );
  truncateSync(log, validBytes);
}

/**
 * Recovers as much as possible into the next snapshot: the newest file with the readable part of its log, the file
 * without its log, or an older snapshot. Everything damaged is kept in `damaged/`.
 */
function recoverRemains(start: RecoveryOptions): AppSnapshot {
  const { folder } = start;
  const numbers = folder.snapshots('app');
  for (const number of numbers) {
    const file = folder.databaseFile('app', number);
    for (const file of folder.listFiles('app', number)) folder.copyToDamaged(file);
    const { validBytes, sizeBytes } = readWal(`${file}-wal`);
    if (sizeBytes > validBytes) truncateSync(`${file}-wal`, validBytes);
    let snapshot = openReadable(folder, number);
    if (snapshot === undefined && existsSync(`${file}-wal`)) {
      for (const companion of ['-wal', '-shm']) rmSync(file + companion, { force: true });
      snapshot = openReadable(folder, number);
    }
    if (snapshot === undefined) continue;
    folder.log.error(
      { file: basename(file) },
      'the configuration goes on without what was lost, as --accept-loss asks for; originals are in damaged/',
    );
    buildNext(folder, snapshot.client, { number: (numbers[0] ?? 0) + 1 });
    closeSnapshot(snapshot);
    for (const other of numbers) if (other >= number) removeAll(folder.listFiles('app', other));
    return recoverSnapshot(start);
  }
  throw new CommandError(
    `No configuration in ${folder.path} can be read (${numbers.map(number => basename(folder.databaseFile('app', number))).join(', ')} is damaged or is no file of Footfall): restore a copy of the folder, or move it away to start anew`,
  );
}

function removeAll(files: readonly string[]): void {
  for (const file of files) rmSync(file, { force: true });
}

function cannotOpen(file: string, code: string, error: unknown): CommandError {
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(code))
    return new CommandError(
      `No permission to write to ${file}, or it is read-only: give this user access to the file`,
    );
  return new CommandError(`${file} cannot be opened: ${getErrorMessage(error)}`);
}

function keepCopy(folder: DataFolder, { client }: AppSnapshot, step: string): void {
  mkdirSync(folder.pathOf('backups'), { recursive: true, mode: 0o700 });
  const copy = folder.pathOf('backups', `app-before-${step}.db`);
  if (existsSync(copy)) return;
  const scratch = folder.temporary('app-before.db');
  rmSync(scratch, { force: true });
  client.query('VACUUM INTO ?').run(scratch);
  folder.publish(scratch, copy);
  folder.log.info({ copy }, 'the configuration was copied before its schema changes');
}
