/** Copies a prepared backup into a folder or an archive, with the permissions of the calling process. */
import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  lchownSync,
  mkdirSync,
  openSync,
  read as readCallback,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { CommandError, getErrorCode, isDiskFull } from '../core/errors.ts';
import type { BackupFile } from '../stores/data-folder.ts';
import { copyFromDescriptor, syncContent, syncPath } from '../stores/durable-file.ts';
import { type Owner, runAsOwner } from './remote/folder-owner.ts';

interface CopyOptions {
  /** Owner of the data folder, where that is another user: the files are read with the owner's permissions. */
  readonly owner?: Owner | undefined;
  readonly onProgress?: (doneBytes: number, totalBytes: number) => void;
}

const read = promisify(readCallback);

const MODE = 0o600;
const CHUNK_BYTES = 1024 * 1024;
/** Marker of a backup in progress, a folder; it stays when the backup could not be finished. */
const UNFINISHED_MARKER = '.unfinished';

const totalBytes = (files: readonly BackupFile[]): number =>
  files.reduce((sum, file) => sum + file.sizeBytes, 0);

/** Throws a `CommandError` for a folder inside the data folder, where a backup would be lost with it. */
export function requireOutsideDataFolder(dataFolder: string, directory: string): void {
  let existing = directory;
  while (!existsSync(existing)) existing = dirname(existing);
  const path = relative(realpathSync(dataFolder), realpathSync(existing));
  if (path === '' || !/^\.\.(\/|$)/.test(path))
    throw new CommandError(`${directory} is inside the data folder: name a folder outside of it`);
}

/**
 * Copies the files of a backup into a folder that is empty or not there yet, and puts them on disk. They belong to the
 * owner of the data folder. Throws a `CommandError` when something is there: it may be the last good backup.
 */
export async function copyBackup(
  files: readonly BackupFile[],
  directory: string,
  { owner, onProgress = () => {} }: CopyOptions = {},
): Promise<void> {
  const sources = openAll(files, owner);
  const written: string[] = [];
  let claim: string | undefined;
  try {
    claim = claimFolder(directory);
    let done = 0;
    for (const [index, { path, sizeBytes }] of files.entries()) {
      const target = join(directory, basename(path));
      written.push(target);
      await copyFromDescriptor(sources[index] as number, target, { sizeBytes });
      if (owner) changeOwner(target, owner);
      await syncContent(target);
      done += sizeBytes;
      onProgress(done, totalBytes(files));
    }
    rmdirSync(claim);
    syncPath(directory);
    if (owner) lchownSync(directory, owner.uid, owner.gid);
  } catch (error) {
    for (const target of written) rmSync(target, { force: true });
    if (claim) rmSync(claim, { recursive: true, force: true });
    throw toWriteError(directory, error);
  } finally {
    sources.forEach(closeSync);
  }
}

/** Creates the folder and, inside it, the marker of a backup in progress. Returns the path of the marker. */
function claimFolder(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const claim = join(directory, UNFINISHED_MARKER);
  try {
    mkdirSync(claim);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
    throw new CommandError(
      `another backup is writing to ${directory}, or one was not finished: name a new folder, or remove that one`,
    );
  }
  if (readdirSync(directory).length === 1) return claim;
  rmdirSync(claim);
  throw new CommandError(`${directory} is not empty: name a new folder for the backup`);
}

function changeOwner(file: string, { uid, gid }: Owner): void {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    fchownSync(descriptor, uid, gid);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes the files of a backup to a stream, as a tar archive. */
export async function archiveBackup(
  files: readonly BackupFile[],
  target: Writable,
  { now, owner, onProgress = () => {} }: CopyOptions & { readonly now: Date },
): Promise<void> {
  const { pack } = await import('tar-stream');
  const sources = openAll(files, owner);
  const archive = pack();
  const stopping = new AbortController();
  const fill = async (): Promise<void> => {
    let done = 0;
    for (const [index, { path, sizeBytes }] of files.entries()) {
      const entry = archive.entry({ name: basename(path), size: sizeBytes, mode: MODE, mtime: now });
      if (sizeBytes > 0) await pipeline(readContent(sources[index] as number, sizeBytes), entry, stopping);
      else entry.end(Buffer.alloc(0));
      done += sizeBytes;
      onProgress(done, totalBytes(files));
    }
    archive.finalize();
  };
  // Both must have ended before the files are closed.
  const writing = pipeline(archive, target).catch(error => {
    stopping.abort();
    throw error;
  });
  const ended = await Promise.allSettled([
    writing,
    fill().catch(error => {
      archive.destroy(error);
      throw error;
    }),
  ]);
  sources.forEach(closeSync);
  const failed = ended.find(each => each.status === 'rejected');
  if (failed) throw toArchiveError(failed.reason);
}

/** Reads the first bytes of an open file, and leaves it open. */
export async function* readContent(descriptor: number, sizeBytes: number): AsyncGenerator<Buffer, void> {
  for (let position = 0; position < sizeBytes; ) {
    const length = Math.min(CHUNK_BYTES, sizeBytes - position);
    const { bytesRead, buffer } = await read(descriptor, Buffer.alloc(length), 0, length, position);
    if (bytesRead === 0) throw new CommandError('a file became shorter while it was copied: try again');
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

function toArchiveError(error: unknown): unknown {
  const isClosed = ['EPIPE', 'EBADF', 'ERR_STREAM_PREMATURE_CLOSE'].includes(getErrorCode(error));
  if (isDiskFull(error))
    return new CommandError('standard output has no room left: the archive is incomplete');
  return isClosed ? new CommandError('standard output was closed before the archive was complete') : error;
}

/** Opens all files at once, so that they can be read even after they are unlinked. */
function openAll(files: readonly BackupFile[], owner: Owner | undefined): number[] {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const opened: number[] = [];
  try {
    for (const { path } of files) {
      const source = runAsOwner(owner, () => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
      opened.push(source);
      if (!fstatSync(source).isFile()) throw new CommandError(`${path} is not a regular file`);
    }
    return opened;
  } catch (error) {
    opened.forEach(closeSync);
    throw error;
  }
}

function toWriteError(directory: string, error: unknown): Error {
  const code = getErrorCode(error);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new CommandError(
      `no permission to write to ${directory}: name another folder, or write \`footfall backup - > FILE\``,
    );
  if (code === 'ENOENT' || code === 'EINVAL')
    return new CommandError(`${directory} cannot be made there: name another folder`);
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new CommandError(`${directory} is not a folder: name another`);
  return error instanceof Error ? error : new Error(String(error));
}
