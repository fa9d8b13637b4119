import { isUtf8 } from 'node:buffer';
import { type EmptiedRows, FIELDS, isField, type Line, MAX_TEXT_LENGTH } from './fields.ts';
import type { ImportFile } from './file.ts';
import { linesOf, MAX_LINE_BYTES, openScratchFile, TOO_LONG } from './lines.ts';

const EMPTY = Buffer.from('{}');
const LINE_FEED = Buffer.from('\n');
/** The mark of the byte order that some programs begin a file with. */
const MARK = Buffer.from('\ufeff');
/** A line from here on is written again with the columns of the format alone: thousands of such would not fit into memory. */
const LONG_LINE_BYTES = 16 * 1024;

/** Whether the reader passes a line over without counting it. */
const isBlank = (bytes: Buffer): boolean => bytes.every(byte => byte === 32 || byte === 9 || byte === 13);

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The object of a line, or what is wrong with it. */
const readObject = (bytes: Buffer): JsonObject | string => {
  if (bytes.length > MAX_LINE_BYTES) return TOO_LONG;
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(bytes).toString('utf8'));
  } catch {
    return 'not a JSON object';
  }
  if (!isObject(value) || Array.isArray(value)) return 'not a JSON object';
  const nested = Object.entries(value).find(([name, field]) => isField(name) && isObject(field));
  if (nested)
    return `${nested[0]} must be a single value, got ${Array.isArray(nested[1]) ? 'an array' : 'an object'}`;
  return value as JsonObject;
};

/** Why the reader took a line for a row of nothing; undefined when the line really says no more. */
const faultOf = (bytes: Buffer): string | undefined => {
  const value = readObject(bytes);
  if (typeof value === 'string') return value;
  return value['created_at'] ? 'holds a broken character' : undefined;
};

const shortened = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 2 * MAX_TEXT_LENGTH
    ? Array.from(value.slice(0, 2 * MAX_TEXT_LENGTH))
        .slice(0, MAX_TEXT_LENGTH)
        .join('')
    : value;

/** A line as it is written again: the reader must find as many rows as the file has, so that one that is none stays as an empty one. */
const rewritten = (bytes: Buffer): Buffer => {
  const value = isUtf8(bytes) ? readObject(bytes) : undefined;
  if (value === undefined || typeof value === 'string') return EMPTY;
  if (bytes.length <= LONG_LINE_BYTES) return withoutMark(bytes);
  return Buffer.from(
    JSON.stringify(Object.fromEntries(FIELDS.map(field => [field, shortened(value[field])]))),
  );
};

/** Writes the lines again, an empty object for each that is none, so that rows keep their numbers. Returns how many were emptied, by message. */
export const cleanNdjson = async (
  file: ImportFile,
  clean: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, EmptiedRows>> => {
  const output = await openScratchFile(clean);
  const emptied = new Map<string, EmptiedRows>();
  let rows = 0;
  const cleanLine = (bytes: Buffer): Buffer => {
    const row = rewritten(bytes);
    const message = row === EMPTY ? faultOf(bytes) : undefined;
    if (message !== undefined) {
      const before = emptied.get(message) ?? { row: rows, count: 0 };
      emptied.set(message, { ...before, count: before.count + 1 });
    }
    rows += 1;
    return row;
  };
  try {
    for await (const lines of linesOf(file, signal)) {
      const cleaned = lines.filter(bytes => !isBlank(bytes)).flatMap(bytes => [cleanLine(bytes), LINE_FEED]);
      if (cleaned.length > 0) await output.write(Buffer.concat(cleaned));
    }
  } finally {
    await output.close();
  }
  return emptied;
};

/** Lines of rows by their number: the reader counts lines that are not blank. Reads as far as the last of them. */
export const findNdjsonLines = async (
  file: ImportFile,
  rows: readonly number[],
): Promise<Map<number, Line>> => {
  const wanted = new Set(rows);
  const found = new Map<number, Line>();
  let line = 0;
  let row = 0;
  if (wanted.size === 0) return found;
  for await (const lines of linesOf(file)) {
    for (const bytes of lines) {
      line += 1;
      if (isBlank(bytes)) continue;
      if (wanted.has(row)) {
        const message = faultOf(bytes);
        found.set(row, message === undefined ? { line } : { line, message });
      }
      row += 1;
    }
    if (found.size === wanted.size) break;
  }
  return found;
};
