/** Copies of the configuration in use: for a backup, and to be checked. */
import { Database } from 'bun:sqlite';
import { closeSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DataFolder } from '../data-folder-types.ts';
import { checksumOfDescriptor, syncPath } from '../durable-file.ts';
import type { LastIds } from '../positions.ts';
import type { AppDbCopy } from './app-db.ts';
import { copyBase } from './checkpoint.ts';
import type { AppSnapshot } from './snapshot.ts';
import { countFrames, writeBaseChecksum, writeHitIds } from './state.ts';

/**
 * Writes a consistent copy as one file that opens like any other. It has the next number, so that it is not taken for
 * a snapshot whose log was lost.
 */
export async function backUp(
  folder: DataFolder,
  present: AppSnapshot,
  { directory, hitIds }: { readonly directory: string; readonly hitIds: LastIds },
): Promise<void> {
  const file = join(directory, basename(folder.databaseFile('app', present.number + 1)));
  await writeCheckpointed(present, file);
  const client = new Database(file, { readwrite: true, strict: true });
  try {
    writeBaseChecksum(client, 0, null);
    writeHitIds(client, hitIds);
  } finally {
    // The last connection folds its log in.
    client.close(true);
  }
  syncPath(file);
  syncPath(directory);
}

/** Copies the configuration in use, to be checked. */
export async function copyForCheck(present: AppSnapshot, scratch: string): Promise<AppDbCopy> {
  const copy = join(scratch, 'configuration.db');
  const frames = await writeCheckpointed(present, copy);
  const { file, number, descriptor } = present;
  return { copy, file, number, frames, checksum: await checksumOfDescriptor(descriptor) };
}

/** Writes a snapshot and its log as one file. Returns the number of frames of the log that were folded in. */
async function writeCheckpointed(present: AppSnapshot, target: string): Promise<number> {
  const { copy, log } = await copyBase(present, target);
  try {
    const end = countFrames(present.client);
    await copy.add({ first: 0, end });
    return end;
  } finally {
    copy.close();
    closeSync(log);
  }
}
