/** File steps that survive a power cut: a name appears only once its content is on disk. */
import {
  closeSync,
  fsync,
  fsyncSync,
  linkSync,
  openSync,
  read,
  readSync,
  rmSync,
  utimesSync,
  write,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const readInto = promisify(read);
const writeFrom = promisify(write);
const sync = promisify(fsync);
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Bytes that are read from an open file or written to it, all of them. */
export interface Transfer {
  readonly kind: 'read' | 'write';
  /** A descriptor. */
  readonly file: number;
  readonly bytes: Buffer;
  readonly position: number;
}

/** Reads or writes all bytes of a transfer off the main thread; rejects when the file ends before the bytes do. */
export async function transfer({ kind, file, bytes, position }: Transfer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const left = bytes.length - done;
    const step =
      kind === 'read'
        ? (await readInto(file, bytes, done, left, position + done)).bytesRead
        : (await writeFrom(file, bytes, done, left, position + done)).bytesWritten;
    if (step === 0) throw endedEarly(position + done);
    done += step;
  }
}

/** Does the same at once. */
export function transferSync({ kind, file, bytes, position }: Transfer): void {
  for (let done = 0; done < bytes.length; ) {
    const left = bytes.length - done;
    const step =
      kind === 'read'
        ? readSync(file, bytes, done, left, position + done)
        : writeSync(file, bytes, done, left, position + done);
    if (step === 0) throw endedEarly(position + done);
    done += step;
  }
}

const endedEarly = (position: number): Error => new Error(`a file ended before its byte ${position}`);

/** Puts a file's content, or a folder's list of names, on disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Puts a large file's content on disk, off the main thread. */
export async function syncContent(path: string): Promise<void> {
  const descriptor = openSync(path, 'r');
  try {
    await sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Gives a finished file its lasting name, all or nothing, and takes the temporary one away. Throws `EEXIST` rather
 * than replace a file. The file's time of change is set to `at`, so that its age is measured by the server's clock.
 */
export function publishFile(temporary: string, name: string, at: Date): void {
  utimesSync(temporary, at, at);
  syncPath(temporary);
  linkSync(temporary, name);
  rmSync(temporary);
  syncPath(dirname(name));
}

/**
 * Copies the first `sizeBytes` of an open file in chunks, off the main thread; all of it when no size is given.
 * It takes a descriptor because opening and closing a live DuckDB file would drop the lock that this process has on it.
 */
export async function copyFromDescriptor(
  source: number,
  target: string,
  {
    sizeBytes = Number.POSITIVE_INFINITY,
    signal,
  }: { readonly sizeBytes?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const copy = openSync(target, 'wx', 0o600);
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let position = 0;
    while (position < sizeBytes) {
      signal?.throwIfAborted();
      const wanted = Math.min(CHUNK_BYTES, sizeBytes - position);
      const { bytesRead } = await readInto(source, chunk, 0, wanted, position);
      if (bytesRead === 0) break;
      await transfer({ kind: 'write', file: copy, bytes: chunk.subarray(0, bytesRead), position });
      position += bytesRead;
    }
  } finally {
    closeSync(copy);
  }
}

/** Returns the SHA-256 of a file's content, in hexadecimal digits. */
export function checksumOf(file: string): string {
  const hasher = new Bun.CryptoHasher('sha256');
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const length = readSync(descriptor, chunk, 0, chunk.length, null);
      if (length === 0) return hasher.digest('hex');
      hasher.update(chunk.subarray(0, length));
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the same of an open file, and lets other work in between. */
export async function checksumOfDescriptor(descriptor: number): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ; ) {
    const { bytesRead } = await readInto(descriptor, chunk, 0, chunk.length, position);
    if (bytesRead === 0) return hasher.digest('hex');
    hasher.update(chunk.subarray(0, bytesRead));
    position += bytesRead;
  }
}
