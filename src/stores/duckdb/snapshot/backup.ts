import { linkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BackupFile } from '../../data-folder.ts';
import type { DataFolder } from '../../data-folder-types.ts';
import type { LastIds } from '../../positions.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * Links the current files of a snapshot into a scratch folder. Returns the parts that belong to a backup; commits and
 * compactions go on. The links are to be read by another process, or once the engine is closed: closing any descriptor of a
 * live DuckDB file drops the lock on it.
 */
export function linkSnapshot(
  folder: DataFolder,
  snapshot: Snapshot,
  scratch: string,
): { readonly files: BackupFile[]; readonly lastIds: LastIds } {
  const { journal, counters, number, baseBytes } = snapshot;
  const link = (file: string, sizeBytes: number): BackupFile => {
    const path = join(scratch, basename(file));
    linkSync(file, path);
    return { path, sizeBytes };
  };
  // What is appended to the journal from now on comes after these bytes.
  const files = [link(folder.databaseFile('hits', number), baseBytes), link(journal.file, journal.sizeBytes)];
  return { files, lastIds: { ...counters.lastIds } };
}
