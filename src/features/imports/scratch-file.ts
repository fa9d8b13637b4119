/** A scratch file that a reader fills and the store loads, and counts of what the reader reports beside it. */
import { open } from 'node:fs/promises';
import type { LeftOut } from '../../core/hits/import.ts';
import { toFaultKind } from '../../core/hits/import.ts';
import { MAX_REPORTED_ROWS } from './limits.ts';
import type { ReaderTarget } from './readers/reader.ts';

const WRITE_LENGTH = 256 * 1024;

/** A scratch file that is being written. */
export interface ScratchFile extends ReaderTarget {
  /** What was read so far. */
  readonly read: ReadCounts;
  /** Adds text; it is on disk after the next `flush` that finds enough, or after `close`. */
  add(text: string): void;
  close(): Promise<void>;
}

/** What a reader has read. */
export interface ReadCounts {
  bad: number;
  readonly faults: { line: number; message: string }[];
  /** Number of bad rows by message. */
  readonly faultCounts: Map<string, number>;
  readonly leftOut: Map<string, LeftOut>;
  /** Name of the entry that is read, where there are several. */
  entry: string | undefined;
}

/** Creates a scratch file that begins with `header`. */
export async function openScratchFile(
  path: string,
  header: string,
  signal: AbortSignal,
): Promise<ScratchFile> {
  const handle = await open(path, 'wx', 0o600);
  const read: ReadCounts = {
    bad: 0,
    faults: [],
    faultCounts: new Map(),
    leftOut: new Map(),
    entry: undefined,
  };
  let pending = header;
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(pending, 'utf8');
    pending = '';
    for (let done = 0; done < bytes.length; )
      done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten;
  };
  return {
    read,
    signal,
    add(text) {
      pending += text;
    },
    bad(line, message) {
      read.bad += 1;
      const kind = toFaultKind(message);
      const before = read.faultCounts.get(kind) ?? 0;
      read.faultCounts.set(kind, before + 1);
      if (before > 0 && read.faults.length >= MAX_REPORTED_ROWS) return;
      read.faults.push({ line, message: read.entry === undefined ? message : `${read.entry}: ${message}` });
    },
    leaveOut(what, why, count = 1) {
      const key = `${what}\n${why}`;
      read.leftOut.set(key, { what, why, count: (read.leftOut.get(key)?.count ?? 0) + count });
    },
    async flush() {
      if (pending.length >= WRITE_LENGTH) await write();
    },
    async close() {
      try {
        await write();
      } finally {
        await handle.close();
      }
    },
  };
}
