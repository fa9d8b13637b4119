/**
 * Finds the values of rows in SQL dumps. They stay bytes of their block until they are asked for: a reader asks for a third of them, and
 * texts of all would be most of the memory that an import takes. Source: PostgreSQL's documentation of COPY (text format) and of string
 * constants; MySQL's of string literals.
 */

import { isUtf8 } from 'node:buffer';

/** Consecutive bytes of a dump. */
export interface Block {
  readonly bytes: Buffer;
  readonly isAscii: boolean;
  readonly isUtf8: boolean;
}

/** How a value is written. */
type Form = 'copied' | 'bare' | 'plain' | 'doubled' | 'escaped';

/** The values of a row; the same object for every row of a dump. */
export interface RowValues {
  /** Number of the values. */
  count: () => number;
  /** Returns a value by its place; empty for null and where there is none. */
  decode: (index: number) => string;
  /** Returns whether all of the row is UTF-8. */
  isUtf8: () => boolean;
}

const TAB = 9;
const SPACE = 32;
const QUOTE = 39;
export const OPEN = 40;
const CLOSE = 41;
export const COMMA = 44;
const BACKSLASH = 92;

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

const decodeDoubled = (inside: string): string => inside.replaceAll("''", "'");

/** Kinds of strings: with escapes, of a character set, of bits. */
const STRING_PREFIX = /^(?:[ENBX]|_\w+)$/i;
const NULL = /^null$/i;

const DECODERS: Readonly<Record<Form, (text: string) => string>> = {
  copied: decodeCopied,
  bare: text => (NULL.test(text) ? '' : text),
  plain: text => text,
  doubled: decodeDoubled,
  escaped: inside =>
    decodeDoubled(inside).replace(/\\([\s\S])/g, (_, one: string) => STRING_ESCAPES[one] ?? one),
};

export const isSpace = (byte: number | undefined): boolean =>
  byte !== undefined && (byte === SPACE || (byte >= TAB && byte <= 13));

/** Returns whether a byte ends a value that is not in quotes. */
const endsBare = (byte: number): boolean =>
  byte === COMMA || byte === CLOSE || byte === QUOTE || byte === OPEN || isSpace(byte);

/** Creates what finds and decodes the values of rows. */
export function createRowValues() {
  let block: Block = { bytes: Buffer.alloc(0), isAscii: true, isUtf8: true };
  let count = 0;
  const starts: number[] = [];
  const ends: number[] = [];
  const forms: Form[] = [];

  const text = (start: number, end: number): string =>
    block.bytes.toString(block.isAscii ? 'latin1' : 'utf8', start, end);

  const begin = (given: Block): void => {
    block = given;
    count = 0;
  };

  const add = (start: number, end: number, form: Form): void => {
    starts[count] = start;
    ends[count] = end;
    forms[count] = form;
    count += 1;
  };

  /** Adds the string that begins after `start`. Returns where it ends; -1 where it goes on beyond the block. */
  const addString = (start: number, hasEscapes: boolean): number => {
    const { bytes } = block;
    let form: Form = 'plain';
    for (let at = start; at + 1 < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === BACKSLASH && hasEscapes) {
        form = 'escaped';
        at += 1;
      } else if (byte === QUOTE) {
        if (bytes[at + 1] !== QUOTE) {
          add(start, at, form);
          return at;
        }
        if (form === 'plain') form = 'doubled';
        at += 1;
      }
    }
    return -1;
  };

  /** Returns the position after white space. */
  const skipSpace = (start: number): number => {
    let at = start;
    while (isSpace(block.bytes[at])) at += 1;
    return at;
  };

  /** Returns where a value that is not in quotes ends. */
  const findBareEnd = (start: number): number => {
    const { bytes } = block;
    let at = start;
    while (at < bytes.length && !endsBare(bytes[at] ?? 0)) at += 1;
    return at;
  };

  /** Adds the value at `start`. Returns the position after it, or why there is none. */
  const addValue = (start: number, isMysql: boolean): number | 'open' | 'wrong' => {
    const { bytes } = block;
    const from = skipSpace(start);
    const to = findBareEnd(from);
    const at = skipSpace(to);
    if (bytes[at] !== QUOTE) {
      add(from, to, 'bare');
      return at;
    }
    const prefix = to > from ? text(from, to) : '';
    if (prefix !== '' && !STRING_PREFIX.test(prefix)) return 'wrong';
    // `E'…'` of PostgreSQL has escapes, `_binary'…'` of MySQL is a string as any other.
    const end = addString(at + 1, isMysql || prefix === 'E');
    if (end === -1) return 'open';
    let next = end + 1;
    while (bytes[next] === SPACE) next += 1;
    return next;
  };

  return {
    values: {
      count: () => count,
      decode(index) {
        if (index >= count) return '';
        return DECODERS[forms[index] ?? 'plain'](text(starts[index] ?? 0, ends[index] ?? 0));
      },
      isUtf8: () => block.isUtf8 || count === 0 || isUtf8(block.bytes.subarray(starts[0], ends[count - 1])),
    } satisfies RowValues,

    /** Finds the fields of a line of COPY. */
    readFields(given: Block, start: number, end: number): void {
      begin(given);
      const { bytes } = given;
      let from = start;
      for (let at = start; at < end; at += 1)
        if (bytes[at] === TAB) {
          add(from, at, 'copied');
          from = at + 1;
        }
      add(from, end, 'copied');
    },

    /**
     * Finds the values in parentheses at `start`. Returns the position after them, or why there is none: they go on beyond the block,
     * or are not values.
     */
    readTuple(given: Block, start: number, isMysql: boolean): number | 'open' | 'wrong' {
      begin(given);
      for (let at = start + 1; ; ) {
        const end = addValue(at, isMysql);
        if (typeof end === 'string') return end;
        const next = given.bytes[end];
        if (next === undefined) return 'open';
        at = end + 1;
        if (next === CLOSE) return at;
        if (next !== COMMA) return 'wrong';
      }
    },
  };
}
