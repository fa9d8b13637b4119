/** Damage that shows only when a block of a file is read: noted for the next start, which can heal it. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import type { FolderFiles } from '../../data-folder.ts';
import { syncPath } from '../../durable-file.ts';

/** Whether a block of a generation's file could not be read. */
export const isMarkedDamaged = (folder: FolderFiles, generation: number): boolean =>
  existsSync(folder.damageMarkOf(generation));

/** Forgets what was noted of a generation whose file is not used any more. */
export const clearMark = (folder: FolderFiles, generation: number): void =>
  rmSync(folder.damageMarkOf(generation), { force: true, recursive: true });

/** Notes that a block of a generation's file could not be read. */
export function markDamaged(folder: FolderFiles, generation: number): void {
  closeSync(openSync(folder.damageMarkOf(generation), 'a', 0o600));
  syncPath(folder.path);
}

/** Whether a statement failed because a block of the file is not what was written. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof Error &&
  /stored checksum|corrupt|could not read (?:enough bytes|from file)|input\/output error|serialization error/i.test(
    error.message,
  );
