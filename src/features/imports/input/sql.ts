/** Reads the rows of SQL dumps: COPY … FROM stdin and INSERT, as pg_dump, mysqldump and phpMyAdmin write them. */
import { isAscii, isUtf8 } from 'node:buffer';
import { CommandError } from '../../../core/errors.ts';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import type { InputEntry } from './input.ts';
import { type Block, COMMA, createRowValues, isSpace, OPEN, type RowValues } from './sql-values.ts';
import { NOT_UTF8, rejectUtf16, type Target } from './text.ts';

/** Returns a value of a row by its column; empty for null and where there is no such column. */
export interface SqlRecord {
  (column: string): string;
  /** Returns whether the table has a column. */
  readonly has: (column: string) => boolean;
}

interface SqlOptions {
  /** Called with the name of a table, in lower case and without its schema, before rows of it. False skips them. */
  readonly wants: (table: string) => boolean;
  /** Receives each row, and the line on which it begins. */
  readonly read: (table: string, record: SqlRecord, line: number) => void;
  /** Returns whether the rest need not be read. */
  readonly isDone?: () => boolean;
}

/** A dump is parsed in blocks of this size: other requests are served between two. */
const BLOCK_BYTES = 64 * 1024;
const SLICE_MS = 5;
/** Longest line: a statement other than INSERT, or a row of COPY. */
const MAX_LINE_BYTES = 64 * 1024 ** 2;
/** Longest row of an INSERT: a longer one has an unclosed quotation mark. */
const MAX_ROW_BYTES = 4 * 1024 ** 2;
/** Where an INSERT has named its columns: nearly every one, and the longest. */
const HEADER_BYTES = [1024, 16 * 1024] as const;
/** Where a file says that it is UTF-16, or has a byte order mark. */
const SIGNATURE_BYTES = 8;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

const NAME = '(?:[`"]?[\\w$-]+[`"]?\\.)?[`"]?([\\w$-]+)[`"]?';
const COPY = new RegExp(`^COPY\\s+${NAME}\\s*\\(([^)]*)\\)\\s+FROM\\s+stdin`, 'i');
const CREATE = new RegExp(`^CREATE\\s+(?:UNLOGGED\\s+)?TABLE\\s+(?:IF NOT EXISTS\\s+)?${NAME}\\s*\\(`, 'i');
const INSERT = new RegExp(
  `^(?:INSERT|REPLACE)\\s+(?:IGNORE\\s+)?INTO\\s+${NAME}\\s*(?:\\(([^)]*)\\)\\s*)?(?:OVERRIDING SYSTEM VALUE\\s+)?VALUES\\s*`,
  'i',
);
/** A column within CREATE TABLE: quoted, or a word that begins no constraint. */
const COLUMN =
  /^\s*(?:[`"]([^`"]+)[`"]|(?!(?:primary|unique|key|constraint|index|foreign|check|fulltext)\b)(\w+))\s+\w/i;

const splitColumns = (text: string): string[] =>
  text.split(',').map(name =>
    name
      .trim()
      .replace(/^[`"]|[`"]$/g, '')
      .toLowerCase(),
  );

/** What the next line is part of. */
type Mode = 'statements' | 'create' | 'copy' | 'insert';

/** Keeps the columns of tables, and passes their rows on. */
function createTables(entry: InputEntry, target: Target, { wants, read }: SqlOptions) {
  const created = new Map<string, string[]>();
  let table = '';
  let isWanted = false;
  let width = 0;
  let record: SqlRecord | undefined;
  /** What the columns of the last rows were named by. */
  let named: string | undefined;

  function toRecord(row: RowValues, columns: readonly string[]): SqlRecord {
    const positions = new Map(columns.map((column, index) => [column, index]));
    width = positions.size;
    return Object.assign((column: string) => row.decode(positions.get(column) ?? -1), {
      has: (column: string) => positions.has(column),
    });
  }

  return {
    isWanted: () => isWanted,
    /** Declares a table. Returns its columns, to be filled. */
    create(name: string): string[] {
      const columns: string[] = [];
      created.set(name.toLowerCase(), columns);
      return columns;
    },
    /** Starts the rows of a table. */
    begin(row: RowValues, name: string, given: string | undefined): void {
      const isSame = given !== undefined && given === named && name.toLowerCase() === table;
      table = name.toLowerCase();
      isWanted = wants(table);
      // Dumps may have a statement for each row.
      if (isSame) return;
      named = given;
      const columns = given === undefined ? created.get(table) : splitColumns(given);
      if (isWanted && columns === undefined)
        throw new CommandError(
          `${entry.name} does not name the columns of ${table}: dump it with CREATE TABLE, or with --column-inserts`,
        );
      record = toRecord(row, columns ?? []);
    },
    /** Passes a row on, or reports what is wrong with it. */
    add(row: RowValues, line: number): void {
      if (!isWanted || !record) return;
      if (!row.isUtf8()) target.bad(line, NOT_UTF8);
      else if (row.count() !== width)
        target.bad(line, `has ${row.count()} fields where the table has ${width}`);
      else read(table, record, line);
    },
  };
}

/** Counts the line feeds of a block up to a position that only grows. */
function createLineCounter(bytes: Buffer, start: number) {
  let next = bytes.indexOf(LINE_FEED, start);
  return {
    /** Returns the number of line feeds since the last call. */
    upTo(position: number): number {
      let count = 0;
      for (; next !== -1 && next < position; next = bytes.indexOf(LINE_FEED, next + 1)) count += 1;
      return count;
    },
  };
}

const isGap = (byte: number | undefined): boolean => byte === COMMA || isSpace(byte);

/** A block to be parsed. */
interface Piece extends Block {
  readonly isLast: boolean;
}

/** Returned instead of a position where the rest of a line is not there yet. */
const MORE = -1;

/** Creates the parser of a dump, which keeps its state from piece to piece. */
function createParser(entry: InputEntry, target: Target, options: SqlOptions) {
  const tables = createTables(entry, target, options);
  const { values: row, readFields, readTuple } = createRowValues();
  let mode = 'statements' as Mode;
  let isLineSkipped = false;
  let columns: string[] = [];
  let isMysql = false;
  let line = 1;

  /** Begins an INSERT. Returns where its values begin; undefined if the line is not an INSERT. */
  const beginInsert = ({ bytes, isLast }: Piece, start: number): number | undefined => {
    for (const length of HEADER_BYTES) {
      // A character for each byte: it may end within one.
      const text = bytes.toString('latin1', start, start + length);
      if (!/^(?:INSERT|REPLACE)\s/i.test(text)) return undefined;
      const [all, name = '', given] = INSERT.exec(text) ?? [];
      if (all === undefined) {
        if (!isLast && text.length < length) return MORE;
        continue;
      }
      isMysql ||= all.includes('`');
      tables.begin(row, name, given && Buffer.from(given, 'latin1').toString());
      mode = 'insert';
      const end = start + all.length;
      line += createLineCounter(bytes, start).upTo(end);
      return end;
    }
    return undefined;
  };

  const readColumn = (text: string): void => {
    const [, quoted, plain] = COLUMN.exec(text) ?? [];
    const name = quoted ?? plain;
    if (text.startsWith(')')) mode = 'statements';
    else if (name !== undefined) columns.push(name.toLowerCase());
  };

  /** Reads a line that may begin a COPY or a CREATE TABLE. */
  const readStatement = (text: string): void => {
    const [, table, given] = COPY.exec(text) ?? [];
    if (table !== undefined) {
      tables.begin(row, table, given);
      mode = 'copy';
      return;
    }
    const [all, name] = CREATE.exec(text) ?? [];
    if (all === undefined || name === undefined) return;
    isMysql ||= text.includes('`');
    columns = tables.create(name);
    mode = 'create';
    // A short one may be a single line.
    const inside = text.slice(all.length);
    for (const column of inside.split(',')) readColumn(column);
    if (text.endsWith(';')) mode = 'statements';
  };

  /** Reads lists of values from `start`. Returns where it stopped: after the last of them, or before an open one. */
  const readValues = (piece: Piece, start: number): number => {
    const { bytes, isLast } = piece;
    const lines = createLineCounter(bytes, start);
    for (let at = start; ; ) {
      while (isGap(bytes[at])) at += 1;
      line += lines.upTo(at);
      if (at === bytes.length) return at;
      if (bytes[at] === OPEN) {
        const end = readTuple(piece, at, isMysql);
        if (typeof end === 'number') {
          tables.add(row, line);
          at = end;
          line += lines.upTo(at);
          continue;
        }
        const isCut = end === 'open' && bytes.length - at < MAX_ROW_BYTES;
        if (isCut && !isLast) return at;
        target.bad(line, isCut ? 'is cut short' : 'cannot be read: a quotation mark or a comma is wrong');
      }
      // What follows the values, such as ON CONFLICT, ends with the line.
      mode = 'statements';
      isLineSkipped = true;
      return at;
    }
  };

  /** Reads a row of a COPY, or its end. */
  const readCopied = (piece: Piece, start: number, end: number): void => {
    if (end - start === 2 && piece.bytes.toString('latin1', start, end) === '\\.') mode = 'statements';
    else if (tables.isWanted()) {
      readFields(piece, start, end);
      tables.add(row, line);
    }
  };

  /** Reads a whole line. */
  const readWholeLine = (piece: Piece, start: number, end: number): void => {
    if (mode === 'copy') readCopied(piece, start, end);
    else if (mode === 'create') readColumn(piece.bytes.toString('utf8', start, end));
    else if (/c/i.test(firstOf(piece, start))) readStatement(piece.bytes.toString('utf8', start, end));
  };

  /** Reads the line at `start`. Returns where the next one begins, or `MORE`. */
  const readLine = (piece: Piece, start: number): number => {
    const { bytes, isLast } = piece;
    // Most lines begin no statement that matters: only I(NSERT) and R(EPLACE) do not end with the line.
    const isInsert = mode === 'statements' && !isLineSkipped && /[ir]/i.test(firstOf(piece, start));
    const values = isInsert ? beginInsert(piece, start) : undefined;
    if (values !== undefined) return values;
    const feed = bytes.indexOf(LINE_FEED, start);
    if (feed === -1 && !isLast && !isLineSkipped) {
      if (bytes.length - start <= MAX_LINE_BYTES) return MORE;
      throw new CommandError(`${entry.name} has a line of more than 64 MiB`);
    }
    const next = feed === -1 ? bytes.length : feed;
    if (feed === -1 && isLineSkipped) return next;
    if (isLineSkipped) isLineSkipped = false;
    else readWholeLine(piece, start, bytes[next - 1] === CARRIAGE_RETURN ? next - 1 : next);
    line += 1;
    return Math.min(next + 1, bytes.length);
  };

  return {
    /** Reads a piece. Returns how much of it was consumed: the rest has to be passed again, with what follows it. */
    read(piece: Piece): number {
      const { length } = piece.bytes;
      let at = 0;
      while (at < length) {
        const next = mode === 'insert' ? readValues(piece, at) : readLine(piece, at);
        // Values that are left go on in the next piece.
        if (next === MORE || (mode === 'insert' && next === at)) return at;
        at = next;
      }
      return length;
    },
    end(): void {
      if (mode === 'copy') target.bad(line, 'the dump is cut short: the rows of a table never end');
    },
  };
}

const firstOf = ({ bytes }: Piece, start: number): string => String.fromCharCode(bytes[start] ?? 0);

/** Creates what joins the bytes that a parser has left with those that follow. */
function createPieces() {
  let parts: Buffer[] = [];
  let length = 0;
  /** A line or a row that goes on and on is not looked through for each block anew. */
  let least = SIGNATURE_BYTES;
  return {
    /** Adds bytes. Returns all that are left, once they are worth reading. */
    add(bytes: Buffer, isLast: boolean): Piece | undefined {
      parts.push(bytes);
      length += bytes.length;
      if (length < least && !isLast) return undefined;
      const all = parts.length === 1 ? bytes : Buffer.concat(parts);
      const isPlain = isAscii(all);
      return { bytes: all, isAscii: isPlain, isUtf8: isPlain || isUtf8(all), isLast };
    },
    keep(rest: Buffer): void {
      parts = rest.length > 0 ? [rest] : [];
      length = rest.length;
      least = Math.min(2 * length, MAX_LINE_BYTES + 1);
    },
  };
}

/** Yields the bytes of an entry in blocks, and an empty one at the end. */
async function* readBlocks(entry: InputEntry, signal: AbortSignal) {
  for await (const block of entry.blocks(signal))
    for (let start = 0; start < block.length; start += BLOCK_BYTES)
      yield { bytes: block.subarray(start, start + BLOCK_BYTES), isLast: false };
  yield { bytes: Buffer.alloc(0), isLast: true };
}

/** Reads the rows of a dump. Throws a `CommandError` where the names of columns are not known. */
export async function forEachSqlRow(entry: InputEntry, target: Target, options: SqlOptions): Promise<void> {
  const parser = createParser(entry, target, options);
  const slice = createTimeSlice(SLICE_MS);
  const pieces = createPieces();
  let isFirst = true;
  for await (const { bytes, isLast } of readBlocks(entry, target.signal)) {
    let piece = pieces.add(bytes, isLast);
    if (!piece) continue;
    if (isFirst) {
      isFirst = false;
      rejectUtf16(entry, piece.bytes);
      if (piece.bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
        piece = { ...piece, bytes: piece.bytes.subarray(BYTE_ORDER_MARK.length) };
    }
    pieces.keep(piece.bytes.subarray(parser.read(piece)));
    await target.flush();
    if (options.isDone?.() === true) return;
    if (slice.isOver()) await slice.next();
  }
  parser.end();
}
