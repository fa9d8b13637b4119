import { isUtf8 } from 'node:buffer';
import type { Line } from './fields.ts';
import { linesOf, openScratchFile } from './lines.ts';

const BATCH = 1000;
const EMPTY = Buffer.from('{}');
const LINE_FEED = Buffer.from('\n');
/** The mark of the byte order that some programs begin a file with. */
const MARK = Buffer.from('\ufeff');

/** Whether the reader passes a line over without counting it. */
const isBlank = (bytes: Buffer): boolean => bytes.every(byte => byte === 32 || byte === 9 || byte === 13);

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;

const objectOf = (bytes: Buffer): Readonly<Record<string, unknown>> | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
};

/** Why the reader took a line for a row of nothing; undefined when the line really says no more. */
const faultOf = (bytes: Buffer): string | undefined => {
  const value = objectOf(bytes);
  if (value === undefined) return 'not a JSON object';
  return value['created_at'] ? 'holds a broken character' : undefined;
};

/** Writes the lines again, an empty object for each that is none, so that rows keep their numbers. */
export const cleanNdjson = async (file: string, clean: string, signal: AbortSignal): Promise<void> => {
  const output = await openScratchFile(clean);
  let batch: Buffer[] = [];
  try {
    for await (const bytes of linesOf(file, signal)) {
      if (isBlank(bytes)) continue;
      const isRow = isUtf8(bytes) && objectOf(bytes) !== undefined;
      batch.push(isRow ? withoutMark(bytes) : EMPTY, LINE_FEED);
      if (batch.length < BATCH) continue;
      await output.write(Buffer.concat(batch));
      batch = [];
    }
    await output.write(Buffer.concat(batch));
  } finally {
    await output.close();
  }
};

/** Lines of rows by their number: the reader counts lines that are not blank. Reads as far as the last of them. */
export const findNdjsonLines = async (file: string, rows: readonly number[]): Promise<Map<number, Line>> => {
  const wanted = new Set(rows);
  const found = new Map<number, Line>();
  let line = 0;
  let row = 0;
  if (wanted.size === 0) return found;
  for await (const bytes of linesOf(file)) {
    line += 1;
    if (isBlank(bytes)) continue;
    if (wanted.has(row)) {
      const message = faultOf(bytes);
      found.set(row, message === undefined ? { line } : { line, message });
      if (found.size === wanted.size) break;
    }
    row += 1;
  }
  return found;
};
