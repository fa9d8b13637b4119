/** The files of a log: the one that is written, and those that it was rotated to, packed or not. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { LogPosition } from '../../core/log-position.ts';

/** Bytes by which a file is known again. */
export const FINGERPRINT_BYTES = 1024;
const BLOCK_BYTES = 256 * 1024;
const UNPACKERS = { '.gz': createGunzip, '.zst': createZstdDecompress } as const;

export const fingerprintOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Yields the content of a file from an offset; the offset of a packed one counts unpacked bytes. */
export async function* readFrom(path: string, offset: number): AsyncGenerator<Buffer> {
  const create = UNPACKERS[extname(path) as keyof typeof UNPACKERS];
  if (!create) {
    yield* createReadStream(path, { start: offset, highWaterMark: BLOCK_BYTES }) as AsyncIterable<Buffer>;
    return;
  }
  const source = createReadStream(path);
  const unpacked = source.pipe(create());
  source.on('error', error => unpacked.destroy(error));
  let at = 0;
  try {
    for await (const block of unpacked as AsyncIterable<Buffer>) {
      const start = Math.max(0, offset - at);
      at += block.length;
      if (start < block.length) yield block.subarray(start);
    }
  } finally {
    source.destroy();
  }
}

/** Reads the beginning of a file; less than asked for where it is shorter. */
export async function readHead(path: string, bytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const block of readFrom(path, 0)) {
    parts.push(block);
    size += block.length;
    if (size >= bytes) break;
  }
  return Buffer.concat(parts).subarray(0, bytes);
}

/** Returns whether a file is the one of a position. One that was cut off before the position is another. */
async function isFileOf(path: string, { fingerprint, bytes, offset }: LogPosition): Promise<boolean> {
  const head = await readHead(path, bytes).catch(() => Buffer.alloc(0));
  if (head.length < bytes || fingerprintOf(head) !== fingerprint) return false;
  if (extname(path) in UNPACKERS) return true;
  return (await stat(path)).size >= offset;
}

/** The same for an open file. */
export async function isHandleOf(
  file: FileHandle,
  { fingerprint, bytes, offset }: LogPosition,
): Promise<boolean> {
  const { size } = await file.stat();
  if (size < offset) return false;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
  return bytesRead === bytes && fingerprintOf(buffer) === fingerprint;
}

/** Lists the files that a log was rotated to, oldest first: `access.log.1`, `access.log-20260310.gz`, `access-2026-….log`. */
async function listRotated(path: string): Promise<string[]> {
  const [folder, name] = [dirname(path), basename(path)];
  const [stem, ending] = [basename(path, extname(path)), extname(path)];
  const names = (await readdir(folder)).filter(other => {
    const plain = other.replace(/\.(gz|zst)$/, '');
    const isOwn = other.startsWith(`${name}.`) || other.startsWith(`${name}-`);
    return other !== name && (isOwn || (plain.startsWith(`${stem}-`) && plain.endsWith(ending)));
  });
  const found = await Promise.all(
    names.map(async other => {
      const file = join(folder, other);
      const stats = await stat(file).catch(() => undefined);
      return stats?.isFile() ? [{ file, modifiedMs: stats.mtimeMs }] : [];
    }),
  );
  return found
    .flat()
    .sort((a, b) => a.modifiedMs - b.modifiedMs)
    .map(({ file }) => file);
}

/** A file to read, and from where. */
export interface Part {
  readonly path: string;
  readonly offset: number;
}

/** Files to read from a position on: rotated files to their end, then the log itself. */
export async function findParts(
  path: string,
  position: LogPosition | null,
): Promise<{ readonly rotated: readonly Part[]; readonly live: Part; readonly isFound: boolean }> {
  const start = { path, offset: 0 };
  if (position === null) return { rotated: [], live: start, isFound: true };
  if (await isFileOf(path, position))
    return { rotated: [], live: { path, offset: position.offset }, isFound: true };
  const files = await listRotated(path);
  const isOwn = await Promise.all(files.map(file => isFileOf(file, position)));
  const index = isOwn.indexOf(true);
  if (index === -1) return { rotated: [], live: start, isFound: false };
  const rotated = files
    .slice(index)
    .map((file, at): Part => ({ path: file, offset: at === 0 ? position.offset : 0 }));
  return { rotated, live: start, isFound: true };
}

/** Opens a log; undefined while there is none. */
export const openLog = (path: string): Promise<FileHandle | undefined> =>
  open(path).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
