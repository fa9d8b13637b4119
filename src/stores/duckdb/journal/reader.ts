import { closeSync, openSync, readSync } from 'node:fs';
import { type JournalHeader, type JournalRecord, parseLine } from './journal.ts';

/** An entry of a journal: a commit, or invalid bytes. */
export interface JournalEntry {
  /** Undefined for bytes that are no whole line with a valid checksum. */
  readonly record: JournalRecord | undefined;
  readonly startsAt: number;
  /** First byte after it. */
  readonly endsAt: number;
  /** True for a torn write: the beginning of a line that was being written when the process ended or a copy was made. */
  readonly isTorn: boolean;
  /** True for a last line that only lacks its newline. */
  readonly lacksNewline: boolean;
}

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 10;

/** Returns the header of a journal; undefined when its first line is not readable. */
export function readHeader(file: string): JournalHeader | undefined {
  for (const { record } of readJournal(file)) return record && 'header' in record ? record.header : undefined;
  return undefined;
}

/** Yields the entries of a journal from `from` up to `until`. Reading goes on after a corrupt line. */
export function* readJournal(
  file: string,
  from = 0,
  until = Number.POSITIVE_INFINITY,
): Generator<JournalEntry> {
  const descriptor = openSync(file, 'r');
  try {
    let pieces: Buffer[] = [];
    let startsAt = from;
    let position = from;
    for (;;) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(0, until - position)));
      const length = chunk.length === 0 ? 0 : readSync(descriptor, chunk, 0, chunk.length, position);
      if (length === 0) break;
      let begin = 0;
      for (
        let end = chunk.indexOf(NEWLINE);
        end !== -1 && end < length;
        end = chunk.indexOf(NEWLINE, begin)
      ) {
        const line = Buffer.concat([...pieces, chunk.subarray(begin, end)]);
        pieces = [];
        const endsAt = position + end + 1;
        yield { record: parseLine(line), startsAt, endsAt, isTorn: false, lacksNewline: false };
        startsAt = endsAt;
        begin = end + 1;
      }
      if (begin < length) pieces.push(chunk.subarray(begin, length));
      position += length;
    }
    if (pieces.length > 0) yield lastLine(Buffer.concat(pieces), startsAt);
  } finally {
    closeSync(descriptor);
  }
}

/** Parses the last line without its newline: a torn write, or a whole line whose newline is missing or corrupt. */
function lastLine(line: Buffer, startsAt: number): JournalEntry {
  for (const length of [line.length, line.length - 1]) {
    const record = parseLine(line.subarray(0, length));
    if (record) return { record, startsAt, endsAt: startsAt + length, isTorn: false, lacksNewline: true };
  }
  const isTorn = !line.includes(0);
  return { record: undefined, startsAt, endsAt: startsAt + line.length, isTorn, lacksNewline: false };
}
