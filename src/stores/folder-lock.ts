import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, getErrorCode, getErrorMessage } from '../core/errors.ts';

const LOCK_FILE = 'lock.db';

/**
 * Takes a data folder for this process alone; answers how to let go of it. The operating system lets go by itself when
 * the process dies. SQLite's own lock is used because it works on every file system SQLite does, and DuckDB's lock is
 * lost as soon as anything in the process closes the same file.
 */
export function lockFolder(root: string): () => void {
  try {
    const held = takeLock(root, { create: true });
    return () => held.close();
  } catch (error) {
    throw lockRefusal(root, error);
  }
}

/** Describes a lock file that no start accepts. */
export function findLockFault(root: string): string | undefined {
  try {
    takeLock(root, { readwrite: true }).close();
    return undefined;
  } catch (error) {
    return isForeign(error) ? describeForeign(root) : undefined;
  }
}

/** Returns whether a process has a data folder, or is opening it. Nothing is changed. */
export function isFolderLocked(root: string): boolean {
  if (!existsSync(join(root, LOCK_FILE))) return false;
  try {
    takeLock(root, { readwrite: true }).close();
    return false;
  } catch (error) {
    return isHeld(error);
  }
}

function takeLock(root: string, mode: { readonly create: true } | { readonly readwrite: true }): Database {
  const database = new Database(join(root, LOCK_FILE), mode);
  try {
    database.run('PRAGMA busy_timeout = 200');
    // The lock of an empty file begins a journal, for which a full disk has no room: nothing is ever written anyway.
    database.run('PRAGMA journal_mode = MEMORY');
    // Nothing may be open in the file at this point: two starts at once would each keep a shared lock and refuse one another.
    database.run('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

const isForeign = (error: unknown): boolean => /^SQLITE_(NOTADB|CORRUPT)/.test(getErrorCode(error));
const describeForeign = (root: string): string =>
  `${join(root, LOCK_FILE)} is not the lock of a data folder: remove that file`;

const isHeld = (error: unknown): boolean => getErrorCode(error).startsWith('SQLITE_BUSY');

function lockRefusal(root: string, error: unknown): CommandError {
  const code = getErrorCode(error);
  if (isHeld(error)) {
    return new CommandError(
      `Another process is using the data folder ${root}: stop it, or name another folder with --data`,
    );
  }
  if (
    code.startsWith('SQLITE_READONLY') ||
    code.startsWith('SQLITE_CANTOPEN') ||
    code.startsWith('SQLITE_PERM')
  ) {
    return new CommandError(
      `No permission to write to the data folder ${root}, or it is read-only: give this user the folder or name another with --data`,
    );
  }
  if (isForeign(error)) return new CommandError(`${describeForeign(root)} and start again`);
  if (code.startsWith('SQLITE_FULL'))
    return new CommandError(`No room left for the data folder ${root}: free some space and start again`);
  return new CommandError(`The data folder ${root} cannot be locked: ${getErrorMessage(error)}`);
}
