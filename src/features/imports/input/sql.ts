/**
 * Reads the rows of SQL dumps: COPY … FROM stdin and INSERT, as pg_dump, mysqldump and phpMyAdmin write them. Source:
 * PostgreSQL's documentation of COPY (text format) and of string constants; MySQL's of string literals.
 */
import { isUtf8 } from 'node:buffer';
import { CommandError } from '../../../core/errors.ts';
import { createTimeSlice } from '../../../lib/time-slice.ts';
import type { InputEntry } from './input.ts';
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

/** A statement is parsed in chunks of about this size: other requests are served between two. */
const PIECE_BYTES = 256 * 1024;
const SLICE_MS = 5;
/** A statement of mysqldump is one line of at most 16 MiB, by its longest `net_buffer_length`. */
const MAX_LINE_BYTES = 64 * 1024 ** 2;
/** Longest row: a longer one has an unclosed quotation mark. */
const MAX_ROW_LENGTH = 4 * 1024 ** 2;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A piece of text that ends with a line, or with the file. */
interface Piece {
  readonly text: string;
  readonly isUtf8: boolean;
  readonly isLast: boolean;
}

/** Yields the text of an entry in chunks of whole lines. */
async function* readPieces(entry: InputEntry, signal: AbortSignal): AsyncGenerator<Piece> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let parts: Buffer[] = [];
  let length = 0;
  let isFirst = true;
  const take = (end: Buffer, isLast: boolean): Piece => {
    const bytes = parts.length === 0 ? end : Buffer.concat([...parts, end]);
    parts = [];
    length = 0;
    if (isFirst) rejectUtf16(entry, bytes);
    const text = decoder.decode(bytes);
    const isMarked = isFirst && text.startsWith('\uFEFF');
    isFirst = false;
    return { text: isMarked ? text.slice(1) : text, isUtf8: isUtf8(bytes), isLast };
  };
  for await (const block of entry.blocks(signal))
    for (let start = 0; start < block.length; start += PIECE_BYTES) {
      const part = block.subarray(start, start + PIECE_BYTES);
      const end = part.lastIndexOf(LINE_FEED) + 1;
      if (end > 0) yield take(part.subarray(0, end), false);
      const rest = part.subarray(end);
      if (rest.length > 0) parts.push(rest);
      length += rest.length;
      if (length > MAX_LINE_BYTES) throw new CommandError(`${entry.name} has a line of more than 64 MiB`);
    }
  yield take(Buffer.alloc(0), true);
}

const NAME = '(?:[`"]?[\\w$-]+[`"]?\\.)?[`"]?([\\w$-]+)[`"]?';
const COPY = new RegExp(`^COPY\\s+${NAME}\\s*\\(([^)]*)\\)\\s+FROM\\s+stdin`, 'i');
const CREATE = new RegExp(`^CREATE\\s+(?:UNLOGGED\\s+)?TABLE\\s+(?:IF NOT EXISTS\\s+)?${NAME}\\s*\\(`, 'i');
const INSERT = new RegExp(
  `(?:INSERT|REPLACE)\\s+(?:IGNORE\\s+)?INTO\\s+${NAME}\\s*(?:\\(([^)]*)\\)\\s*)?(?:OVERRIDING SYSTEM VALUE\\s+)?VALUES\\s*`,
  'iy',
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

const COPY_ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const STRING_ESCAPES: Readonly<Record<string, string>> = {
  0: '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1A',
};

/** Decodes a field of COPY. */
const decodeCopied = (field: string): string => {
  if (!field.includes('\\')) return field;
  if (field === '\\N') return '';
  return field.replace(/\\(x[0-9a-f]{1,2}|[0-7]{1,3}|[\s\S])/gi, (_, code: string) => {
    if (/^x./i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
    return COPY_ESCAPES[code] ?? code;
  });
};

/** Decodes the inside of a string. */
const decodeString = (inside: string, hasEscapes: boolean): string => {
  const text = inside.replaceAll("''", "'");
  return hasEscapes ? text.replace(/\\([\s\S])/g, (_, one: string) => STRING_ESCAPES[one] ?? one) : text;
};

/** Returns where the string ends that begins after `start`; -1 where it goes on beyond the text. */
function findStringEnd(text: string, start: number, hasEscapes: boolean): number {
  for (let at = start; ; at += 1) {
    const quote = text.indexOf("'", at);
    if (quote === -1 || quote + 1 === text.length) return -1;
    if (hasEscapes) {
      let slashes = 0;
      while (quote - slashes > start && text[quote - slashes - 1] === '\\') slashes += 1;
      if (slashes % 2 === 1) {
        at = quote;
        continue;
      }
    }
    if (text[quote + 1] !== "'") return quote;
    at = quote + 1;
  }
}

interface Tuple {
  readonly values: readonly string[];
  /** Position after the closing parenthesis. */
  readonly end: number;
}

/** Kinds of strings: with escapes, of a character set, of bits. */
const STRING_PREFIX = /^(?:[ENBX]|_\w+)$/i;
const BARE_VALUE = /\s*([^,()'\s]*)\s*/y;

/** Parses the values in parentheses at `start`. On failure returns why: they continue beyond the text, or are not values. */
function parseTuple(text: string, start: number, isMysql: boolean): Tuple | 'open' | 'wrong' {
  const values: string[] = [];
  let at = start + 1;
  for (;;) {
    BARE_VALUE.lastIndex = at;
    const [all = '', bare = ''] = BARE_VALUE.exec(text) ?? [];
    at += all.length;
    if (text[at] === "'") {
      if (bare !== '' && !STRING_PREFIX.test(bare)) return 'wrong';
      // `E'…'` of PostgreSQL has escapes, `_binary'…'` of MySQL is a string as any other.
      const hasEscapes = isMysql || bare === 'E';
      const end = findStringEnd(text, at + 1, hasEscapes);
      if (end === -1) return 'open';
      const inside = text.slice(at + 1, end);
      values.push(/['\\]/.test(inside) ? decodeString(inside, hasEscapes) : inside);
      at = end + 1;
      while (text[at] === ' ') at += 1;
    } else values.push(bare.toUpperCase() === 'NULL' ? '' : bare);
    const next = text[at];
    if (next === undefined) return 'open';
    at += 1;
    if (next === ')') return { values, end: at };
    if (next !== ',') return 'wrong';
  }
}

/** What the next line is part of. */
type Mode = 'statements' | 'create' | 'copy' | 'insert';

/** Keeps the columns of tables, and passes their rows on. */
function createTables(entry: InputEntry, target: Target, { wants, read }: SqlOptions) {
  const created = new Map<string, string[]>();
  let width = 0;
  let isWanted = false;
  let pass: (values: readonly string[], line: number) => void = () => {};
  return {
    isWanted: () => isWanted,
    /** Declares a table. Returns its columns, to be filled. */
    create(name: string): string[] {
      const columns: string[] = [];
      created.set(name.toLowerCase(), columns);
      return columns;
    },
    /** Starts the rows of a table. */
    begin(name: string, given: string | undefined, decode?: (value: string) => string): void {
      const table = name.toLowerCase();
      const columns = given === undefined ? created.get(table) : splitColumns(given);
      isWanted = wants(table);
      if (isWanted && columns === undefined)
        throw new CommandError(
          `${entry.name} does not name the columns of ${table}: dump it with CREATE TABLE, or with --column-inserts`,
        );
      const positions = new Map((columns ?? []).map((column, index) => [column, index]));
      let row: readonly string[] = [];
      const find = (column: string): string => {
        const value = row[positions.get(column) ?? -1];
        if (value === undefined) return '';
        return decode ? decode(value) : value;
      };
      const record: SqlRecord = Object.assign(find, { has: (column: string) => positions.has(column) });
      width = positions.size;
      pass = (values, line) => {
        row = values;
        read(table, record, line);
      };
    },
    /** Passes a row on, or reports what is wrong with it. */
    add(values: readonly string[], line: number, isSound: boolean): void {
      if (!isWanted) return;
      if (!isSound && values.some(value => value.includes('\uFFFD'))) target.bad(line, NOT_UTF8);
      else if (values.length !== width)
        target.bad(line, `has ${values.length} fields where the table has ${width}`);
      else pass(values, line);
    },
  };
}

/** Counts the line feeds of a text up to a position that only grows. */
function createLineCounter(text: string, start: number) {
  let next = text.indexOf('\n', start);
  return {
    /** Returns the number of line feeds since the last call. */
    upTo(position: number): number {
      let count = 0;
      for (; next !== -1 && next < position; next = text.indexOf('\n', next + 1)) count += 1;
      return count;
    },
    /** Returns where the next line begins. */
    nextLine: () => (next === -1 ? text.length : next + 1),
  };
}

const isGap = (code: number): boolean => code === 32 || code === 44 || (code >= 9 && code <= 13);

/** Creates the parser of a dump, which keeps its state from chunk to chunk. */
function createParser(entry: InputEntry, target: Target, options: SqlOptions) {
  const tables = createTables(entry, target, options);
  let mode = 'statements' as Mode;
  let columns: string[] = [];
  let isMysql = false;
  let line = 1;

  /** Begins an INSERT. Returns where its values begin; undefined if the line is not an INSERT. */
  const beginInsert = (text: string, start: number): number | undefined => {
    INSERT.lastIndex = start;
    const [all, name = '', given] = INSERT.exec(text) ?? [];
    if (all === undefined) return undefined;
    isMysql ||= all.includes('`');
    tables.begin(name, given);
    mode = 'insert';
    const end = start + all.length;
    line += createLineCounter(text, start).upTo(end);
    return end;
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
      tables.begin(table, given, decodeCopied);
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

  /** Reads lists of values from `start`. Returns where it stopped: after the statement, or before an open list. */
  const readValues = ({ text, isUtf8: isSound, isLast }: Piece, start: number): number => {
    const lines = createLineCounter(text, start);
    for (let at = start; ; ) {
      while (at < text.length && isGap(text.charCodeAt(at))) at += 1;
      line += lines.upTo(at);
      if (at === text.length) return at;
      if (text[at] !== '(') break;
      const tuple = parseTuple(text, at, isMysql);
      const isCut = tuple === 'open' && text.length - at < MAX_ROW_LENGTH;
      if (isCut && !isLast) return at;
      if (typeof tuple === 'string') {
        target.bad(line, isCut ? 'is cut short' : 'cannot be read: a quotation mark or a comma is wrong');
        break;
      }
      tables.add(tuple.values, line, isSound);
      at = tuple.end;
      line += lines.upTo(at);
    }
    // What follows the values, such as ON CONFLICT, ends with the line.
    mode = 'statements';
    const end = lines.nextLine();
    line += lines.upTo(end);
    return end;
  };

  /** Reads the line at `start`. Returns where the next one begins. */
  const readLine = ({ text, isUtf8: isSound }: Piece, start: number): number => {
    // Most lines begin no statement that matters: only I(NSERT) and R(EPLACE) do not end with the line.
    const isInsert = mode === 'statements' && /[ir]/i.test(text[start] ?? '');
    const values = isInsert ? beginInsert(text, start) : undefined;
    if (values !== undefined) return values;
    const feed = text.indexOf('\n', start);
    const end = feed === -1 ? text.length : feed;
    const row = text.slice(start, text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end);
    if (mode === 'create') readColumn(row);
    else if (mode === 'statements') {
      if (row.startsWith('C') || row.startsWith('c')) readStatement(row);
    } else if (row === '\\.') mode = 'statements';
    else if (tables.isWanted()) tables.add(row.split('\t'), line, isSound);
    line += 1;
    return end + 1;
  };

  return {
    /** Reads a chunk. Returns how much of it was consumed: the rest must be passed again before the next chunk. */
    read(piece: Piece): number {
      let at = 0;
      while (at < piece.text.length) {
        if (mode !== 'insert') at = readLine(piece, at);
        else {
          at = readValues(piece, at);
          // Values that are left go on in the next piece.
          if (mode === 'insert') return at;
        }
      }
      return at;
    },
    end(): void {
      if (mode === 'copy') target.bad(line, 'the dump is cut short: the rows of a table never end');
    },
  };
}

/** Reads the rows of a dump. Throws a `CommandError` where the names of columns are not known. */
export async function forEachSqlRow(entry: InputEntry, target: Target, options: SqlOptions): Promise<void> {
  const parser = createParser(entry, target, options);
  const slice = createTimeSlice(SLICE_MS);
  let rest = '';
  let isRestUtf8 = true;
  for await (const given of readPieces(entry, target.signal)) {
    const piece: Piece =
      rest === '' ? given : { ...given, text: rest + given.text, isUtf8: isRestUtf8 && given.isUtf8 };
    rest = piece.text.slice(parser.read(piece));
    isRestUtf8 = piece.isUtf8;
    await target.flush();
    if (options.isDone?.() === true) return;
    if (slice.isOver()) await slice.next();
  }
  parser.end();
}
