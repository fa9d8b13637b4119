/** Writes the scratch file that the store loads, and counts what a reader reports beside it. */
import { open } from 'node:fs/promises';
import { toFaultKind } from '../../core/hits/import.ts';
import { quoteField } from '../../lib/csv-records.ts';
import { MAX_REPORTED_ROWS } from './limits.ts';
import type { RowTarget } from './readers/reader.ts';
import type { LeftOut } from './tables.ts';

/** Longer fields are cut: no column takes as much. */
const MAX_FIELD_LENGTH = 16 * 1024;
const WRITE_LENGTH = 256 * 1024;

/** A scratch file that is being written. */
export interface ScratchRows extends RowTarget {
  /** What was read so far. */
  readonly read: ReadCounts;
  close(): Promise<void>;
}

/** What a reader has read. */
export interface ReadCounts {
  rows: number;
  bad: number;
  readonly faults: { line: number; message: string }[];
  /** Number of bad rows by message. */
  readonly faultCounts: Map<string, number>;
  readonly leftOut: Map<string, LeftOut>;
  /** Name of the entry that is read, where there are several. */
  entry: string | undefined;
}

const formatField = (value: string | null): string => {
  if (value === null || value === '') return '';
  return quoteField(value.length > MAX_FIELD_LENGTH ? value.slice(0, MAX_FIELD_LENGTH) : value);
};

/** Creates a scratch file of rows. */
export async function openScratchRows(
  path: string,
  columns: readonly string[],
  signal: AbortSignal,
): Promise<ScratchRows> {
  const handle = await open(path, 'wx', 0o600);
  const read: ReadCounts = {
    rows: 0,
    bad: 0,
    faults: [],
    faultCounts: new Map(),
    leftOut: new Map(),
    entry: undefined,
  };
  let pending = `${['line', ...columns].join(',')}\n`;
  const write = async (): Promise<void> => {
    const bytes = Buffer.from(pending, 'utf8');
    pending = '';
    for (let done = 0; done < bytes.length; )
      done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten;
  };
  return {
    read,
    signal,
    row(line, values) {
      read.rows += 1;
      let text = String(line);
      for (const value of values) text += `,${formatField(value)}`;
      pending += `${text}\n`;
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
