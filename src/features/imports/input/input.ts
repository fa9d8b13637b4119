/**
 * Opens a file to import: plain, compressed (gzip, zstd) or a zip archive, whose files become entries. Nothing of an archive
 * is written under its own name, so its paths can lead nowhere.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { CommandError } from '../../../core/errors.ts';
import { openZip } from './zip.ts';

/** A file on disk, and its name in messages. */
export interface ImportSource {
  readonly path: string;
  readonly name: string;
}

const BLOCK_BYTES = 128 * 1024;
const SIGNATURE_BYTES = 8;
/** Unpacked content is at most so many times as large as the file, or the least of them: no log packs better. */
const MAX_RATIO = 500;
const MIN_LIMIT_BYTES = 1024 ** 3;

/** Receives the share that was read, from 0 to 1. */
type OnRead = (share: number) => void;

/** A text file within the input. */
export interface InputEntry {
  /** Its name, for recognition and messages. */
  readonly name: string;
  /** Packed size, for progress. */
  readonly sizeBytes: number;
  /**
   * Yields its content, unpacked, from the beginning on each call, and tells the share of the entry that it has read. Throws a
   * `CommandError` when it is damaged.
   */
  blocks(signal?: AbortSignal, onRead?: OnRead): AsyncGenerator<Buffer>;
}

/** An opened file. */
export interface Input {
  readonly entries: readonly InputEntry[];
  /** Whether the file is its only entry, as it is: neither packed nor an archive. */
  readonly isPlain: boolean;
  close(): Promise<void>;
}

/** Compressions by their signatures, in hexadecimal. */
const COMPRESSIONS: readonly (readonly [signature: string, create: () => Transform])[] = [
  ['1f8b', createGunzip],
  ['28b52ffd', createZstdDecompress],
];
const ZIP_SIGNATURES = ['504b0304', '504b0506'];
/** Of bzip2, xz, 7-Zip and RAR, which are not unpacked here. */
const OTHER_PACKED = /^(?:425a683[1-9]31415926|fd377a585a00|377abcaf271c|526172211a07)/;
const TAR = { at: 257, signature: 'ustar' } as const;

/** Returns whether content that was unpacked once, where it can be, begins as something that is still packed. */
export const isPacked = (bytes: Buffer): boolean => {
  const hex = bytes.toString('hex', 0, SIGNATURE_BYTES);
  const signatures = [...ZIP_SIGNATURES, ...COMPRESSIONS.map(([signature]) => signature)];
  const { at, signature: tar } = TAR;
  return (
    signatures.some(signature => hex.startsWith(signature)) ||
    OTHER_PACKED.test(hex) ||
    bytes.toString('latin1', at, at + tar.length) === tar
  );
};

interface Unpacking extends Pick<InputEntry, 'name' | 'sizeBytes'> {
  readonly stream: Readable;
  /** What the stream yields at the most. */
  readonly streamBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly onRead: OnRead | undefined;
}

/** Yields the content of a stream, decompressed where its first bytes are those of a compression. */
async function* unpack({
  name,
  sizeBytes,
  stream,
  streamBytes,
  signal,
  onRead,
}: Unpacking): AsyncGenerator<Buffer> {
  const limit = Math.max(MIN_LIMIT_BYTES, sizeBytes * MAX_RATIO);
  let size = 0;
  let read = 0;
  const count = (bytes: number): void => {
    read += bytes;
    onRead?.(Math.min(1, read / streamBytes));
  };
  try {
    for await (const block of decompress(stream, count)) {
      signal?.throwIfAborted();
      size += block.length;
      if (size > limit)
        throw new CommandError(`${name} unpacks to more than ${MAX_RATIO} times its size: it is not read`);
      yield block;
    }
  } catch (error) {
    if (error instanceof CommandError || signal?.aborted) throw error;
    throw new CommandError(`${name} is damaged or cut short: it cannot be unpacked`);
  } finally {
    stream.destroy();
  }
}

async function* countBytes(
  stream: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const block of stream) {
    count(block.length);
    yield block;
  }
}

async function* decompress(stream: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  const blocks = countBytes(stream, count);
  const first = await readAtLeast(blocks, SIGNATURE_BYTES);
  const hex = first.toString('hex', 0, SIGNATURE_BYTES);
  const create = COMPRESSIONS.find(([signature]) => hex.startsWith(signature))?.[1];
  const rest = { [Symbol.asyncIterator]: () => blocks };
  if (!create) {
    if (first.length > 0) yield first;
    yield* rest;
    return;
  }
  const { Readable: ReadableStream, pipeline } = await import('node:stream');
  const packed = ReadableStream.from(
    (async function* () {
      yield first;
      yield* rest;
    })(),
  );
  yield* pipeline(packed, create(), () => {}) as unknown as AsyncIterable<Buffer>;
}

/** Reads blocks until they have so many bytes, or to the end. */
async function readAtLeast(blocks: AsyncIterator<Buffer>, bytes: number): Promise<Buffer> {
  let read: Buffer = Buffer.alloc(0);
  while (read.length < bytes) {
    const next = await blocks.next();
    if (next.done) break;
    read = read.length === 0 ? next.value : Buffer.concat([read, next.value]);
  }
  return read;
}

/** Opens a file at `path`; messages call it `name`. Throws a `CommandError` when it cannot be read. */
export async function openInput(path: string, name: string): Promise<Input> {
  const { size } = await stat(path);
  const handle = await open(path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
  await handle.close();
  const hex = buffer.toString('hex', 0, bytesRead);
  if (ZIP_SIGNATURES.some(signature => hex.startsWith(signature))) {
    const zip = await openZip(path, name);
    const entries = zip.files.map(
      ({ name: inside, sizeBytes, unpackedBytes, open: openFile }): InputEntry => {
        const entry = { name: inside, sizeBytes };
        return {
          ...entry,
          async *blocks(signal, onRead) {
            const stream = await openFile();
            yield* unpack({ ...entry, stream, streamBytes: unpackedBytes, signal, onRead });
          },
        };
      },
    );
    return { entries, isPlain: false, close: zip.close };
  }
  const entry = { name, sizeBytes: size };
  const blocks: InputEntry['blocks'] = (signal, onRead) => {
    const stream = createReadStream(path, { highWaterMark: BLOCK_BYTES });
    return unpack({ ...entry, stream, streamBytes: size, signal, onRead });
  };
  const isPlain = !COMPRESSIONS.some(([signature]) => hex.startsWith(signature));
  return { entries: [{ ...entry, blocks }], isPlain, close: async () => {} };
}
