/** Reads the CSV records of an entry, a group at a time: other requests are served between two groups. */
import { isAscii } from 'node:buffer';
import { CommandError } from '../../../core/errors.ts';
import { createRecordAssembler } from '../../../lib/csv-records.ts';
import { MAX_LINE_BYTES, readLineBlocks, TOO_LONG } from '../../../lib/text-lines.ts';
import type { InputEntry } from './input.ts';

/** Where what is read goes. */
export interface Target {
  /** Counts a bad row and names it by its line. */
  bad(line: number, message: string): void;
  /** Writes what was read so far; called between two groups of lines. */
  flush(): Promise<void>;
  readonly signal: AbortSignal;
}

export const NOT_UTF8 = 'is not valid UTF-8';
const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const BYTE_ORDER_MARK = '\uFEFF';
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

interface TextLine {
  readonly text: string;
  readonly isUtf8: boolean;
}

function decodeLine(bytes: Buffer): TextLine {
  const text = decoder.decode(bytes);
  return { text, isUtf8: !text.includes('\uFFFD') || Buffer.from(text, 'utf8').equals(bytes) };
}

/** The lines of a block of text: where one ends, and what it says. */
interface BlockLines {
  readonly findFeed: (start: number) => number;
  readonly decode: (start: number, end: number) => TextLine;
}

/** Most lines of most files are ASCII, which need not be decoded. */
function toLines(block: Buffer, mayShare: boolean): BlockLines {
  const findFeed = (start: number): number => block.indexOf(LINE_FEED, start);
  if (!isAscii(block)) return { findFeed, decode: (start, end) => decodeLine(block.subarray(start, end)) };
  if (!mayShare)
    return {
      findFeed,
      decode: (start, end) => ({ text: block.toString('latin1', start, end), isUtf8: true }),
    };
  const text = block.toString('latin1');
  return {
    findFeed: start => text.indexOf('\n', start),
    decode: (start, end) => ({ text: text.slice(start, end), isUtf8: true }),
  };
}

/** Returns whether the first bytes of a text are those of UTF-16: its mark, or ASCII in two bytes each. */
export const isUtf16 = (bytes: Buffer): boolean =>
  /^(fffe|feff|((?!00)..00){4}|(00(?!00)..){4})/.test(bytes.toString('hex', 0, 8));

/** Throws a `CommandError` where the first bytes of an entry are those of UTF-16. */
export function rejectUtf16({ name }: InputEntry, bytes: Buffer): void {
  if (isUtf16(bytes)) throw new CommandError(`${name} is UTF-16: save it as UTF-8`);
}

interface LineOptions {
  /** Whether lines may be parts of the text of their block: what is kept of one keeps the block in memory, unless it is copied. */
  readonly mayShare?: boolean;
  readonly read: (line: TextLine, number: number) => void;
}

/** Calls `read` with every line, without a byte order mark, and its number from 1. Throws for UTF-16. */
async function forEachTextLine(
  entry: InputEntry,
  target: Target,
  { read, mayShare = false }: LineOptions,
): Promise<void> {
  let number = 0;
  for await (const block of readLineBlocks(entry.blocks(target.signal))) {
    if (number === 0) rejectUtf16(entry, block);
    const { findFeed, decode } = toLines(block, mayShare);
    for (let start = 0; start <= block.length; ) {
      const feed = findFeed(start);
      const next = feed === -1 ? block.length : feed;
      const end = next > start && block[next - 1] === RETURN ? next - 1 : next;
      number += 1;
      if (next - start > MAX_LINE_BYTES) target.bad(number, TOO_LONG);
      else {
        const line = decode(start, end);
        const isMarked = number === 1 && line.text.startsWith(BYTE_ORDER_MARK);
        read(isMarked ? { ...line, text: line.text.slice(1) } : line, number);
      }
      start = next + 1;
    }
    await target.flush();
  }
}

/** Returns whether a text is blank. Nearly none is, as its first character says. */
export const isBlank = (text: string): boolean => !(text.charCodeAt(0) > SPACE) && text.trim() === '';

/** Calls `read` with each line that is not blank, and its number from 1. What it keeps of a line, it has to copy. */
export const forEachLine = (
  entry: InputEntry,
  target: Target,
  read: (text: string, line: number) => void,
): Promise<void> =>
  forEachTextLine(entry, target, {
    mayShare: true,
    read: ({ text, isUtf8 }, line) => {
      if (!isUtf8) target.bad(line, NOT_UTF8);
      else if (!isBlank(text)) read(text, line);
    },
  });

/** Returns a field of a CSV record by the name of its column in lower case; empty where there is no such column. */
export type CsvRecord = (column: string) => string;

/** The record of a file: the same function for every row. */
export interface FileRecord extends CsvRecord {
  /** Returns whether the file has a column. */
  readonly has: (column: string) => boolean;
}

interface CsvOptions {
  /** Default: a comma. */
  readonly separator?: string;
  /** Columns that must be there; a `CommandError` is thrown without them. */
  readonly needs?: readonly string[];
  /** Lines before the header that are skipped: exports of some tools start with remarks. */
  readonly skips?: RegExp;
  /** Where the table ends: the line after it, and what receives each line from there on that is not blank. */
  readonly end?: { readonly at: RegExp; readonly leaveOut: (text: string) => void };
  /** Receives each record, and its first line. */
  readonly read: (record: FileRecord, line: number) => void;
}

/** Reads the records of a CSV file with a header. */
export async function forEachCsvRecord(
  entry: InputEntry,
  target: Target,
  { separator = ',', needs = [], skips, end, read }: CsvOptions,
): Promise<void> {
  let positions: Map<string, number> | undefined;
  let header: readonly string[] = [];
  let fields: readonly string[] = [];
  /** Lines before the header. */
  let skipped = 0;
  let lastBroken = 0;
  let isStarted = false;
  let isOver = false;
  const record: FileRecord = Object.assign((column: string) => fields[positions?.get(column) ?? -1] ?? '', {
    has: (column: string) => positions?.has(column) === true,
  });
  const isHeader = (values: readonly string[]): boolean =>
    values[0] === header[0] && values.every((value, index) => value === header[index]);
  const setHeader = (names: readonly string[]): void => {
    header = names;
    positions = new Map(names.map((name, index) => [name.trim().toLowerCase(), index]));
    const missing = needs.find(name => !positions?.has(name));
    if (missing === undefined) return;
    const known = names
      .slice(0, 20)
      .join(', ')
      .slice(0, 200)
      .replace(/\p{Cc}/gu, '?');
    throw new CommandError(`${entry.name} has no column ${missing}, only: ${known}`);
  };
  const assembler = createRecordAssembler({
    width: () => positions?.size,
    separator,
    report: (line, message) => target.bad(line + skipped, message),
    accept: (line, _record, parsed) => {
      if (lastBroken >= line + skipped) target.bad(line + skipped, NOT_UTF8);
      else if (!parsed.fields) target.bad(line + skipped, parsed.message ?? 'cannot be read');
      else if (!positions) setHeader(parsed.fields);
      // Files that were put together have it once each.
      else if (!isHeader(parsed.fields)) {
        ({ fields } = parsed);
        read(record, line + skipped);
      }
    },
  });
  const readOne = ({ text, isUtf8 }: TextLine, line: number): void => {
    if (!isStarted && (text.trim() === '' || skips?.test(text) === true)) {
      skipped = line;
      return;
    }
    isStarted = true;
    isOver ||= end?.at.test(text) === true;
    if (isOver) {
      if (text.trim() !== '') end?.leaveOut(text);
      return;
    }
    if (!isUtf8) lastBroken = line;
    assembler.next(text);
  };
  await forEachTextLine(entry, target, { read: readOne });
  assembler.end();
  if (!positions)
    throw new CommandError(`${entry.name} is empty: a CSV file starts with a line of column names`);
  await target.flush();
}
