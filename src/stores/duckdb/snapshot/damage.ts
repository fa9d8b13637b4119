/** Corruption that shows only when a block of a file is read: marked for the next start, which can restore the file. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { getErrorMessage, unavailable } from '../../../core/errors.ts';
import type { DataFolder, FolderFiles } from '../../data-folder-types.ts';
import { syncPath } from '../../durable-file.ts';

/** Returns whether a block of a snapshot's file could not be read. */
export const isMarkedDamaged = (folder: FolderFiles, number: number): boolean =>
  existsSync(folder.damageMarkFile(number));

/** Removes the mark of a snapshot whose file is not used any more. */
export const clearDamageMark = (folder: FolderFiles, number: number): void =>
  rmSync(folder.damageMarkFile(number), { force: true, recursive: true });

/** Marks a snapshot's file as one with a block that could not be read. */
export function markDamaged(folder: FolderFiles, number: number): void {
  closeSync(openSync(folder.damageMarkFile(number), 'a', 0o600));
  syncPath(folder.path);
}

/** A file that opens and whose content is not what was written. */
export class CorruptFileError extends Error {}

/**
 * DuckDB's messages about a file that is not what was written; measured with bits, pages and ends of files changed. Any
 * other failure may have a cause outside the file.
 */
const CORRUPTION =
  /stored checksum|corrupt|not a valid duckdb database|could not read (?:enough bytes|from file)|input\/output error|serialization error/i;

/** Returns whether an operation failed because the file is not what was written. Takes an error or its message. */
export const isCorrupt = (error: unknown): boolean =>
  error instanceof CorruptFileError || CORRUPTION.test(getErrorMessage(error));

/** Maps a failed read of a damaged block to 503 and marks the file, so that the next start restores it where possible. */
export function toReadError(folder: DataFolder, number: number, error: unknown): unknown {
  if (!isCorrupt(error)) return error;
  if (!isMarkedDamaged(folder, number)) {
    const file = basename(folder.databaseFile('hits', number));
    folder.log.error(
      { err: error, file },
      'a block of the file of hits cannot be read; hits are still counted, and the next start restores it where an older file has it',
    );
    try {
      markDamaged(folder, number);
    } catch (failure) {
      folder.log.warn({ err: failure, file }, 'the damage could not be recorded for the next start');
    }
  }
  return unavailable(
    'A part of the stored hits cannot be read: the file is damaged. The operator finds more in the log',
  );
}
