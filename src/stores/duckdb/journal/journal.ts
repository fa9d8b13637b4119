/**
 * The journal of a generation: every acknowledged write since its file was finished, one line for each commit, each line
 * with its checksum in front. It is only ever appended to, so a copy of it is always whole lines and at most one torn
 * one, and it is the only thing a commit waits for.
 *
 * Why not DuckDB's own log: a commit of 32 hits costs DuckDB several milliseconds of processor time (0.6 ms at best, with
 * an appender on the main thread), a line of this file about 0.2 ms; and DuckDB's log refuses to open after zeros in its tail,
 * keeps schema changes it cannot replay, and lets large transactions bypass it.
 */

import { closeSync, fdatasync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { HitKind } from '../../../core/hits/columns.ts';
import type { AppPosition } from '../../positions.ts';
import type { RowRun } from '../rows/rows.ts';
import type { StoredValue } from '../sql/values.ts';

const sync = promisify(fdatasync);

/** Version of the lines' meaning; a greater one in a file is refused. In the first, a row was a list of its columns. */
export const JOURNAL_FORMAT = 2;

/** First line of a journal. */
export interface JournalHeader {
  readonly format: number;
  readonly generation: number;
  /** What the columns in a row's text of each kind stand for. */
  readonly columns: Readonly<Partial<Record<HitKind, readonly string[]>>>;
  /** Last migration of the schema that its changes are written for; absent in journals of version 0.1. */
  readonly schema?: string | undefined;
  /** Position of the application database when the journal was begun; absent in journals of version 0.1. */
  readonly configuration?: AppPosition | undefined;
}

/** Consecutive ids of a kind. */
export interface IdRange {
  readonly kind: HitKind;
  readonly firstId: number;
  readonly count: number;
}

/** One statement of a change, to be run again. */
export interface ChangeStatement {
  readonly sql: string;
  readonly values: readonly StoredValue[];
  /** Present when it takes rows of this kind away. */
  readonly removes?: HitKind;
  /** How many rows it took away; absent in journals of version 0.1. */
  readonly count?: number;
  /** Present when it adds rows under these ids. */
  readonly adds?: IdRange;
}

/** One commit. */
export type JournalRecord =
  | { readonly header: JournalHeader }
  | { readonly rows: readonly RowRun[] }
  | { readonly change: readonly ChangeStatement[] }
  | { readonly skip: IdRange }
  | { readonly configuration: AppPosition }
  /** The last line, where the next generation has more than what stands here: an import, or a large removal. */
  | { readonly superseded: number };

export interface Journal {
  readonly file: string;
  /** Bytes on disk for certain. */
  readonly sizeBytes: number;
  /**
   * Writes one commit and resolves once it is on disk. Rejects, leaving the file as it was, when that fails.
   * One at a time. The wait is not on the main thread, which takes the next requests meanwhile.
   */
  write(record: JournalRecord): Promise<void>;
  close(): void;
}

/** Appends to a journal that ends with a whole line. */
export function openJournal(file: string): Journal {
  const descriptor = openSync(file, 'a', 0o600);
  let sizeBytes = fstatSync(descriptor).size;
  let isClosed = false;
  return {
    file,
    get sizeBytes() {
      return sizeBytes;
    },
    write: async record => {
      // Its number may belong to another file by now.
      if (isClosed) throw new Error('the journal is closed');
      const line = Buffer.from(formatLine(record));
      try {
        writeWhole(descriptor, line);
        await sync(descriptor);
      } catch (error) {
        // Whatever part of the line arrived must go, or the next commit would be glued to it.
        ftruncateSync(descriptor, sizeBytes);
        throw error;
      }
      sizeBytes += line.length;
    },
    close: () => {
      isClosed = true;
      closeSync(descriptor);
    },
  };
}

/** A commit as a line: checksum, blank, JSON, newline. */
export function formatLine(record: JournalRecord): string {
  const json = JSON.stringify(record);
  return `${checksumOf(json)} ${json}\n`;
}

/** The commit of a line without its newline; undefined when it is not what was written. */
export function parseLine(line: Buffer): JournalRecord | undefined {
  if (line.length < 11 || line[8] !== 0x20) return undefined;
  const json = line.toString('utf8', 9);
  if (line.toString('latin1', 0, 8) !== checksumOf(json)) return undefined;
  return JSON.parse(json) as JournalRecord;
}

const checksumOf = (json: string): string => Bun.hash.crc32(json).toString(16).padStart(8, '0');

function writeWhole(descriptor: number, line: Buffer): void {
  let done = 0;
  while (done < line.length) done += writeSync(descriptor, line, done, line.length - done);
}
