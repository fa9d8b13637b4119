/**
 * Opens the file of an import: once, and only a regular file, which must not change until the import is done. A pipe would
 * block a thread until it is written to, and `/dev/zero` never ends.
 */
import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { CommandError } from '../../../core/errors.ts';
import type { ImportRequest } from '../../../core/hits/import.ts';
import { LONG_LINE_BYTES } from './fields.ts';

const BLOCK_BYTES = 1024 ** 2;
const LINE_FEED = 10;
const SIGNATURE_BYTES = 16;

/** An import file that is open for reading. */
export interface ImportFile {
  /** Path as given. */
  readonly path: string;
  /** Name for messages, without control characters. */
  readonly name: string;
  /** Size when it was opened; 0 for pseudo files such as `/proc/kmsg`. */
  readonly sizeBytes: number;
  /** Yields the bytes that the file had when it was opened. Throws a `CommandError` when it has become shorter. */
  blocks(signal?: AbortSignal): AsyncGenerator<Buffer>;
  /** Throws a `CommandError` when the file has changed since it was opened: what was read may mix two versions. */
  assertUnchanged(): Promise<void>;
  close(): Promise<void>;
}

/** Kinds of files that are no regular files. */
const OTHER_TYPES: readonly (readonly [is: (stats: Stats) => boolean, name: string])[] = [
  [stats => stats.isDirectory(), 'a directory'],
  [stats => stats.isFIFO(), 'a pipe'],
  [stats => stats.isSocket(), 'a socket'],
  [stats => stats.isCharacterDevice() || stats.isBlockDevice(), 'a device'],
];

/** Signatures (first bytes, in hexadecimal) of other formats, and what to do about them. */
const SIGNATURES: readonly (readonly [hex: string, remedy: string])[] = [
  ['1f8b', 'is compressed (gzip): unpack it first'],
  ['28b52ffd', 'is compressed (zstd): unpack it first'],
  ['fd377a585a', 'is compressed (xz): unpack it first'],
  ['425a68', 'is compressed (bzip2): unpack it first'],
  ['504b0304', 'is a zip archive: unpack it first'],
  ['50415245', 'is an encrypted Parquet file: write it without encryption'],
  ['50415231', 'is a Parquet file: give it a name that ends in .parquet'],
  ['fffe', 'is UTF-16: save it as UTF-8'],
  ['feff', 'is UTF-16: save it as UTF-8'],
  ['7f454c46', 'is a program, no file of rows'],
  ['53514c69746520666f726d6174', 'is an SQLite database: export its rows as CSV'],
];

const signaturesFor = (format: ImportRequest['format']): typeof SIGNATURES =>
  SIGNATURES.filter(([hex]) => format !== 'parquet' || hex !== '50415231');

/** Removes control characters from a path, for a message of one line. */
const sanitizeLine = (path: string): string => path.replace(/\p{Cc}/gu, '?');

const refuseType = (name: string, stats: Stats): void => {
  if (stats.isFile()) return;
  const type = OTHER_TYPES.find(([is]) => is(stats))?.[1] ?? 'no regular file';
  throw new CommandError(`${name} is ${type}: save the rows to a regular file and import that`);
};

const refuseSignature = async (
  name: string,
  handle: FileHandle,
  format: ImportRequest['format'],
): Promise<void> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
  const first = buffer.toString('hex', 0, bytesRead);
  const found = signaturesFor(format).find(([hex]) => first.startsWith(hex));
  if (found) throw new CommandError(`${name} ${found[1]}`);
};

const changedError = (name: string): CommandError =>
  new CommandError(`${name} changed while it was read, so nothing was imported: import a copy of it`);

const refuseReading = (name: string) => (error: NodeJS.ErrnoException) => {
  if (error instanceof CommandError) throw error;
  throw new CommandError(`${name} cannot be read (${error.code}): check the path and its permissions`);
};

/** Opens an import file. Throws a `CommandError` when it is no regular file, cannot be read or is of another format. */
export const openImportFile = async ({
  file: path,
  name: called = path,
  format,
}: Pick<ImportRequest, 'file' | 'name' | 'format'>): Promise<ImportFile> => {
  const name = sanitizeLine(called);
  // Checked before opening as well: opening some devices has side effects.
  refuseType(name, await stat(path).catch(refuseReading(name)));
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
  const handle = await open(path, flags).catch(refuseReading(name));
  try {
    const opened = await handle.stat();
    refuseType(name, opened);
    await refuseSignature(name, handle, format).catch(refuseReading(name));
    return {
      path,
      name,
      sizeBytes: opened.size,
      async *blocks(signal) {
        for (let at = 0; at < opened.size; ) {
          signal?.throwIfAborted();
          const length = Math.min(BLOCK_BYTES, opened.size - at);
          const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
          if (bytesRead === 0) throw changedError(name);
          yield buffer.subarray(0, bytesRead);
          at += bytesRead;
        }
      },
      async assertUnchanged() {
        const now = await stat(path).catch(() => undefined);
        const facts = ['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const;
        if (now === undefined || facts.some(fact => now[fact] !== opened[fact])) throw changedError(name);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** Returns whether a line may be longer than `LONG_LINE_BYTES`; false is certain. Much faster than reading every line. */
export const mayHaveLongLine = async (file: ImportFile, signal?: AbortSignal): Promise<boolean> => {
  const half = LONG_LINE_BYTES / 2;
  for await (const block of file.blocks(signal))
    for (let at = 0; at + half <= block.length; at += half)
      if (!block.subarray(at, at + half).includes(LINE_FEED)) return true;
  return false;
};
