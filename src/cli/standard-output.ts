import { fstatSync, write as writeCallback } from 'node:fs';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { getErrorCode } from '../core/errors.ts';

const STDOUT = 1;
const BUFFER_BYTES = 1024 * 1024;
/** Pause before a write that a non-blocking pipe has refused is tried again. */
const RETRY_MS = 5;

const write = promisify(writeCallback);

/**
 * Opens standard output as a stream. Unlike `process.stdout`, which may lose the end of a long text at the exit of the
 * program and hang on a full disk, it completes each write or fails with the error of the system.
 */
export const openStandardOutput = (): Writable =>
  new Writable({
    highWaterMark: BUFFER_BYTES,
    write: (chunk: Buffer, _encoding, done) => void writeAll(chunk).then(() => done(), done),
  });

/** Returns whether standard output is a terminal or another device, or closed. */
export function isOutputDevice(): boolean {
  try {
    return fstatSync(STDOUT).isCharacterDevice();
  } catch {
    return true;
  }
}

async function writeAll(chunk: Buffer): Promise<void> {
  for (let offset = 0; offset < chunk.length; ) {
    try {
      offset += (await write(STDOUT, chunk, offset)).bytesWritten;
    } catch (error) {
      if (getErrorCode(error) !== 'EAGAIN') throw error;
      await delay(RETRY_MS);
    }
  }
}
