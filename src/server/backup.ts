/** Copies of a prepared backup, with the rights of whoever asked for it. */
import { chownSync, closeSync, createReadStream, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack as createPack } from 'tar-stream';
import { CommandError } from '../core/errors.ts';

import type { BackupFile } from '../stores/backup-files.ts';
import { copyFromDescriptor, syncContent, syncPath } from '../stores/durable-file.ts';

/** Who the files of a backup are to belong to, as the data folder does, where that is not this user. */
interface Owner {
  readonly uid: number;
  readonly gid: number;
}

type OnProgress = (doneBytes: number, totalBytes: number) => void;

const MODE = 0o600;
const CHUNK_BYTES = 1024 * 1024;

const totalOf = (files: readonly BackupFile[]): number =>
  files.reduce((sum, file) => sum + file.sizeBytes, 0);

/** Creates the folder of a backup. Throws a `CommandError` when it is not empty: what is there may be the last good backup. */
export function createBackupFolder(directory: string, owner: Owner | undefined): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (readdirSync(directory).length === 0) {
      if (owner) chownSync(directory, owner.uid, owner.gid);
      return;
    }
  } catch (error) {
    throw writeRefusal(directory, error);
  }
  throw new CommandError(`${directory} is not empty: name a new folder for the backup`);
}

/** Copies the files of a backup into an empty folder, and puts them on disk. A copy that fails leaves nothing behind. */
export async function copyBackup(
  files: readonly BackupFile[],
  directory: string,
  { onProgress = () => {}, owner }: { readonly onProgress?: OnProgress; readonly owner?: Owner } = {},
): Promise<void> {
  const sources = openAll(files);
  const targets = files.map(({ path }) => join(directory, basename(path)));
  let done = 0;
  try {
    for (const [index, { sizeBytes }] of files.entries()) {
      await copyFromDescriptor(sources[index] as number, targets[index] as string, { sizeBytes });
      if (owner) chownSync(targets[index] as string, owner.uid, owner.gid);
      await syncContent(targets[index] as string);
      done += sizeBytes;
      onProgress(done, totalOf(files));
    }
    syncPath(directory);
  } catch (error) {
    removeWritten(targets);
    throw writeRefusal(directory, error);
  } finally {
    sources.forEach(closeSync);
  }
}

/** Writes the files of a backup to a stream, as a tar archive. */
export async function archiveBackup(
  files: readonly BackupFile[],
  target: Writable,
  { now, onProgress = () => {} }: { readonly now: Date; readonly onProgress?: OnProgress },
): Promise<void> {
  const sources = openAll(files);
  const archive = createPack();
  const fill = async (): Promise<void> => {
    let done = 0;
    for (const [index, { path, sizeBytes }] of files.entries()) {
      const header = { name: basename(path), size: sizeBytes, mode: MODE, mtime: now };
      const entry = archive.entry(header);
      const content = createReadStream('', {
        fd: sources[index] as number,
        autoClose: false,
        start: 0,
        end: sizeBytes - 1,
        highWaterMark: CHUNK_BYTES,
      });
      if (sizeBytes > 0) await pipeline(content, entry);
      else entry.end(Buffer.alloc(0));
      done += sizeBytes;
      onProgress(done, totalOf(files));
    }
    archive.finalize();
  };
  try {
    await Promise.all([fill(), pipeline(archive, target)]);
  } finally {
    sources.forEach(closeSync);
  }
}

function removeWritten(files: readonly string[]): void {
  try {
    for (const file of files) rmSync(file, { force: true });
  } catch {
    // Who may not write there has written nothing.
  }
}

/** All of them at once: from then on it does not matter who removes their names. */
function openAll(files: readonly BackupFile[]): number[] {
  const opened: number[] = [];
  try {
    for (const { path } of files) opened.push(openSync(path, 'r'));
    return opened;
  } catch (error) {
    opened.forEach(closeSync);
    throw error;
  }
}

function writeRefusal(directory: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new CommandError(
      `no permission to write to ${directory}: name another folder, or write \`footfall backup - > FILE\``,
    );
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new CommandError(`${directory} is not a folder: name another`);
  return error instanceof Error ? error : new Error(String(error));
}
