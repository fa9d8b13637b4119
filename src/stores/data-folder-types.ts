/** The interface of the data folder. `data-folder.ts` implements it. */
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';

/** The two databases, each kept as numbered snapshots. */
export type Family = 'hits' | 'app';

/**
 * What a check looks for: what is missing or cannot be read, or all, which is also a file of a newer version, rows that belong
 * to nothing, and sums that are not those of their rows.
 */
export type CheckScope = 'damage' | 'all';

/** Where the files of a data folder are. */
export interface FolderFiles {
  /** Absolute path. */
  readonly path: string;
  /** Absolute path of a name in the folder. */
  pathOf(...names: string[]): string;
  /** Path of a scratch file. */
  temporary(name: string): string;
  /** Lists the numbers of the snapshots, newest first. */
  snapshots(family: Family): number[];
  /** Lists logs whose database file is missing, newest first. */
  orphanLogs(family: Family): { readonly number: number; readonly file: string }[];
  /** Returns the path of a snapshot's database file. */
  databaseFile(family: Family, number: number): string;
  /** Returns the path of a snapshot's log: the journal of hits, or SQLite's write-ahead log. */
  logFile(family: Family, number: number): string;
  /** Returns the path of the empty file that marks a snapshot of hits as one with an unreadable block. */
  damageMarkFile(number: number): string;
}

/** A data folder that this process has locked. Its `tmp/` is emptied at the next start. */
export interface DataFolder extends FolderFiles {
  readonly clock: Clock;
  readonly log: Log;
  /** Lists the files of a snapshot: its database, its log and SQLite's companions. */
  listFiles(family: Family, number: number): string[];
  /** Publishes a finished scratch file under its permanent name. */
  publish(temporary: string, name: string): void;
  /** Copies a damaged file to `damaged/` before it is repaired. Returns the path of the copy. */
  copyToDamaged(file: string): string;
  /** Moves unusable files to `damaged/`, where nothing changes them. Returns that folder. */
  moveToDamaged(files: readonly string[]): string;
  /**
   * Removes superseded snapshots: after 24 hours; after ten minutes when there are more than three of them; at once
   * when they hold more than max(1 GiB, twice the newest), logs included. With `isTight`, for a disk that has too little
   * room, after ten minutes in any case. Never the newest two, nor what is older than a snapshot that is known to be damaged.
   */
  retire(family: Family, options?: { readonly isTight?: boolean }): void;
  /** Returns the free space of the file system. */
  freeBytes(): number;
  /** Unlocks the folder. */
  close(): void;
}
