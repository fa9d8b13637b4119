import { isUtf8 } from 'node:buffer';
import { IMPORT_FIELDS } from '../../../core/hits/import.ts';
import { MAX_LINE_BYTES, readLines, TOO_LONG } from '../../../lib/text-lines.ts';
import { BROKEN_LINE_MARK, isField, keepTags, LONG_LINE_BYTES, maxTextLength } from './fields.ts';
import type { ImportFile } from './file.ts';
import { openScratchFile } from './scratch-file.ts';

const LINE_FEED = Buffer.from('\n');
/** Byte order mark. */
const BYTE_ORDER_MARK = Buffer.from('\ufeff');
/** What NDJSON has beside the columns of the format: revenue as an object, as events of the API have it. */
export const REVENUE = 'revenue';

/** Returns whether the reader skips a line without counting it. */
const isBlank = (bytes: Buffer): boolean => bytes.every(byte => byte === 32 || byte === 9 || byte === 13);

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
    ? bytes.subarray(BYTE_ORDER_MARK.length)
    : bytes;

const BROKEN_CHARACTER = 'holds a broken character';

/** Escape sequence of a surrogate. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

/** Returns whether no string in a JSON value has half of a surrogate pair, which JSON.parse takes and DuckDB does not. */
function isWellFormed(json: unknown): boolean {
  const open: unknown[] = [json];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && !value.isWellFormed()) return false;
    if (isObject(value)) for (const [name, inner] of Object.entries(value)) open.push(name, inner);
  }
  return true;
}

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Parses a line. Returns its object, or what is wrong with it. */
const parseObject = (bytes: Buffer): JsonObject | string => {
  if (bytes.length > MAX_LINE_BYTES) return TOO_LONG;
  const text = withoutMark(bytes).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'not a JSON object';
  }
  if (!isObject(value) || Array.isArray(value)) return 'not a JSON object';
  const nested = Object.entries(value).find(
    ([name, field]) => isField(name) && isObject(field) && (name !== 'properties' || Array.isArray(field)),
  );
  if (nested)
    return `${nested[0]} must be a single value, got ${Array.isArray(nested[1]) ? 'an array' : 'an object'}`;
  if (SURROGATE.test(text) && !isWellFormed(value)) return BROKEN_CHARACTER;
  return value as JsonObject;
};

/** Returns what is wrong with a line that is not UTF-8. */
const findEncodingFault = (bytes: Buffer): string => {
  const value = parseObject(bytes);
  return typeof value === 'string' ? value : BROKEN_CHARACTER;
};

const truncateText = (value: unknown, field: string): unknown => {
  const maxLength = maxTextLength(field);
  if (typeof value !== 'string' || value.length <= maxLength) return value;
  const fitted = keepTags(value, field);
  if (fitted !== null || value.length <= 2 * maxLength) return fitted ?? value;
  return Array.from(value.slice(0, 2 * maxLength))
    .slice(0, maxLength)
    .join('');
};

/** Returns a line as it is written to the clean file, which has one row per line. */
const cleanLine = (bytes: Buffer): Buffer => {
  const value = isUtf8(bytes) ? parseObject(bytes) : findEncodingFault(bytes);
  if (typeof value === 'string') return Buffer.from(JSON.stringify({ type: BROKEN_LINE_MARK + value }));
  if (bytes.length <= LONG_LINE_BYTES) return withoutMark(bytes);
  return Buffer.from(
    JSON.stringify(
      Object.fromEntries(
        [...IMPORT_FIELDS, REVENUE].map(field => [field, truncateText(value[field], field)]),
      ),
    ),
  );
};

/** Writes a clean file in which DuckDB's reader finds a row for each line; a malformed line becomes a row with its fault. */
export const cleanNdjson = async (file: ImportFile, clean: string, signal: AbortSignal): Promise<void> => {
  const output = await openScratchFile(clean);
  try {
    for await (const lines of readLines(file.blocks(signal))) {
      const rows = lines.filter(bytes => !isBlank(bytes)).flatMap(bytes => [cleanLine(bytes), LINE_FEED]);
      if (rows.length > 0) await output.write(Buffer.concat(rows));
    }
  } finally {
    await output.close();
  }
};

/** Finds the lines of rows by their numbers: the reader counts lines that are not blank. Reads as far as the last of them. */
export const findNdjsonLines = async (
  file: ImportFile,
  rows: readonly number[],
): Promise<Map<number, number>> => {
  const wanted = new Set(rows);
  const found = new Map<number, number>();
  let line = 0;
  let row = 0;
  if (wanted.size === 0) return found;
  for await (const lines of readLines(file.blocks())) {
    for (const bytes of lines) {
      line += 1;
      if (isBlank(bytes)) continue;
      if (wanted.has(row)) found.set(row, line);
      row += 1;
    }
    if (found.size === wanted.size) break;
  }
  return found;
};
