/**
 * The data folder: the one place where a server keeps everything. Its files are never changed in place, only
 * appended to, or finished in `tmp/` and then given their name, so that a plain copy of a live folder is a good one.
 *
 *     hits.000007.duckdb  hits.000007.journal    hits, events, agent visits: a finished file and what came since
 *     app.000012.db  app.000012.db-wal           configuration: the same in SQLite's terms
 *     0-positions.json  z-positions.json         how far both have come, for copies of a running server
 *     salt.db                                    salts of visitors by time zone, of today
 *     clickhouse.json                            where the hits are, when they are not here
 *     imports/                                   uploads that are not imported yet, positions of followed logs
 *     tls/                                       certificate from an authority, and the account there
 *     tmp/  runtime/  backups/  damaged/  lock.db
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { CommandError, getErrorCode, getErrorMessage, isDiskFull } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { DataFolder, Family, FolderFiles } from './data-folder-types.ts';
import { publishFile, syncPath } from './durable-file.ts';
import { isFolderLocked, lockFolder } from './folder-lock.ts';
import { retireSnapshots } from './retire-snapshots.ts';

const FAMILIES: readonly Family[] = ['hits', 'app'];
/** The remedy for a damaged database, as a sentence. */
export const LOSS_REMEDY =
  'Restore a copy of the data folder, or start once with --accept-loss to go on without what is lost (the damaged files are kept in damaged/)';

/** A database file, its log (changes since it was finished), and files that its engine may add. */
const EXTENSIONS = {
  hits: { database: 'duckdb', log: 'journal', companion: 'duckdb.wal' },
  app: { database: 'db', log: 'db-wal', companion: 'db-shm' },
} as const satisfies Record<Family, unknown>;
const DAMAGE_MARK = 'damaged';

/** A file of a backup, up to a number of bytes. */
export interface BackupFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * The data folder at `path`, made when missing, held by this process alone until `close`. Throws a `CommandError` that
 * names the folder and the remedy when it cannot be written, is no folder, or another process has it.
 */
export function openDataFolder(
  path: string,
  options: { readonly clock: Clock; readonly log: Log },
): DataFolder {
  const root = resolve(path);
  // For what the engines create in it as well.
  process.umask(0o077);
  prepare(root);
  const unlock = lockFolder(root);
  try {
    clearScratch(join(root, 'tmp'));
  } catch (error) {
    unlock();
    throw refusal(root, error);
  }
  return createDataFolder(root, options, unlock);
}

/**
 * The files of a data folder that is only read, without its lock; scratch files go to `scratch`, a folder outside it.
 * Throws a `CommandError` when `path` is no data folder.
 */
export function readDataFolder(path: string, scratch: string): FolderFiles {
  requireDataFolder(path);
  return locateFiles(resolve(path), scratch);
}

/** Throws a `CommandError` when there is no data folder at `path`. */
export function requireDataFolder(path: string): void {
  const root = resolve(path);
  try {
    if (isDataFolder(path)) return;
  } catch (error) {
    if (getErrorCode(error) === 'EACCES')
      throw new CommandError(
        `no permission to read the data folder ${root}: run the command as root or as the owner of the folder`,
      );
    throw error;
  }
  throw new CommandError(`no Footfall data in ${root}: name the folder with --data`);
}

/** Returns whether there is a data folder at `path`, or one that a server is making. */
export function isDataFolder(path: string): boolean {
  const root = resolve(path);
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  const files = locateFiles(root, join(root, 'tmp'));
  return (
    FAMILIES.some(family => files.snapshots(family).length + files.orphanLogs(family).length > 0) ||
    isFolderLocked(root)
  );
}

/** Returns whether a process has the folder at `path`, or is opening it. */
export const isFolderInUse = (path: string): boolean => isFolderLocked(resolve(path));

function locateFiles(root: string, scratch: string): FolderFiles {
  const pathOf = (...names: string[]) => join(root, ...names);
  const databaseFile = (family: Family, number: number) =>
    pathOf(toFileName(family, number, EXTENSIONS[family].database));
  const logFile = (family: Family, number: number) =>
    pathOf(toFileName(family, number, EXTENSIONS[family].log));
  return {
    path: root,
    pathOf,
    temporary: name => join(scratch, name),
    snapshots: family => listNumbers(root, family, EXTENSIONS[family].database),
    orphanLogs: family =>
      listNumbers(root, family, EXTENSIONS[family].log)
        .filter(number => !existsSync(databaseFile(family, number)))
        .map(number => ({ number, file: logFile(family, number) })),
    databaseFile,
    logFile,
    damageMarkFile: number => pathOf(toFileName('hits', number, DAMAGE_MARK)),
  };
}

const toFileName = (family: Family, number: number, extension: string): string =>
  `${family}.${String(number).padStart(6, '0')}.${extension}`;

function createDataFolder(
  root: string,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  unlock: () => void,
): DataFolder {
  const files = locateFiles(root, join(root, 'tmp'));
  const folder: DataFolder = {
    ...files,
    clock,
    log,
    listFiles: (family, number) =>
      Object.values(EXTENSIONS[family])
        .map(extension => files.pathOf(toFileName(family, number, extension)))
        .filter(existsSync),
    copyToDamaged: file => {
      const stamp = clock.now().toISOString().replaceAll(/[:.]/g, '-');
      const copy = files.pathOf('damaged', `${basename(file)}.${stamp}`);
      try {
        mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
        copyFileSync(file, copy);
      } catch (error) {
        rmSync(copy, { force: true });
        if (!isDiskFull(error)) throw error;
        throw new CommandError(
          `The disk is full: there is no room to keep a copy of ${basename(file)} before it is repaired; free some space in ${root} and start again`,
        );
      }
      return copy;
    },
    publish: (temporary, name) => publishFile(temporary, name, clock.now()),
    moveToDamaged: files => setAside(root, files),
    retire: (family, { isTight = false } = {}) => retireSnapshots(folder, family, isTight),
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(root);
      return bavail * bsize;
    },
    close: unlock,
  };
  return folder;
}

function prepare(root: string): void {
  // DuckDB takes what follows a question mark for parameters, and would keep files elsewhere.
  if (root.includes('?'))
    throw new CommandError(
      `The data folder ${root} has a question mark in its path, which cannot be used: name another with --data`,
    );
  try {
    if (statSync(root, { throwIfNoEntry: false })?.isDirectory() === false) {
      throw new CommandError(
        `${root} is a file, not a folder: name a folder for the data, or move that file away`,
      );
    }
    mkdirSync(root, { recursive: true, mode: 0o700 });
    refuseForeign(root);
    mkdirSync(join(root, 'tmp'), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw refusal(root, error);
  }
}

/** Files by which a data folder is recognised. */
const OWN_FILE = /^(?:(?:hits|app)\.\d{6}\.\w+(?:-\w+)?|lock\.db|salt\.db)$/;

/**
 * Refuses a folder that is not ours and has a `tmp/` with files in it, such as `/` or a home folder: it would be emptied as
 * scratch space.
 */
function refuseForeign(root: string): void {
  const names = readdirSync(root);
  const isOurs = names.some(name => OWN_FILE.test(name));
  const scratch = join(root, 'tmp');
  const isTaken = !isOurs && names.includes('tmp') && readdirSync(scratch).length > 0;
  if (root === dirname(root) || isTaken)
    throw new CommandError(
      `${root} is no data folder, and ${scratch} in it belongs to something else: name an empty folder with --data`,
    );
}

/** Recreates the scratch space with the right mode, whatever a previous run left in it. */
function clearScratch(scratch: string): void {
  for (const name of readdirSync(scratch)) rmSync(join(scratch, name), { recursive: true, force: true });
  chmodSync(scratch, 0o700);
}

/** Converts a failure on the data folder to an error in one line for the operator. */
export function refusal(root: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const code = getErrorCode(error);
  if (code === 'EROFS')
    return new CommandError(
      `The data folder ${root} is read-only: mount it writable, or copy it and name the copy with --data`,
    );
  if (code === 'EACCES' || code === 'EPERM') {
    return new CommandError(
      `No permission to write to the data folder ${root}: give this user the folder or name another with --data`,
    );
  }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new CommandError(`No room left for the data folder ${root}: free some space and start again`);
  if (code === 'ENOTDIR') return new CommandError(`${root} is not a folder: a part of the path is a file`);
  return new CommandError(`The data folder ${root} cannot be used: ${getErrorMessage(error)}`);
}

/** Numbers of the snapshots that have a file with an extension, newest first. */
function listNumbers(root: string, family: Family, extension: string): number[] {
  const pattern = new RegExp(`^${family}\\.(\\d{6})\\.${extension}$`);
  return readdirSync(root)
    .map(name => Number(pattern.exec(name)?.[1] ?? 0))
    .filter(number => number > 0)
    .sort((a, b) => b - a);
}

function setAside(root: string, files: readonly string[]): string {
  const shelf = join(root, 'damaged');
  mkdirSync(shelf, { recursive: true, mode: 0o700 });
  for (const file of files) {
    const name = file.slice(root.length + 1);
    let target = join(shelf, name);
    for (let copy = 2; existsSync(target); copy += 1) target = join(shelf, `${name}.${copy}`);
    renameSync(file, target);
  }
  syncPath(shelf);
  syncPath(root);
  return shelf;
}
