import type { ColumnType } from '../../../core/hits/columns.ts';
import { type Sql, sql } from '../sql/sql.ts';

/**
 * Rows as text: columns separated by tabs. The journal stores the text and DuckDB splits it, so that a hit is formatted once
 * and bound as a part of one long text; binding each cell would cost ten times as much.
 */
export type Cell = string | number | bigint | boolean | null;

/** Separators of columns, and of rows that are sent to DuckDB. */
export const COLUMN_SEPARATOR = '\t';
export const ROW_SEPARATOR = '\n';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the escaped characters
const SPECIAL = /[\t\n\u001b]/;

/**
 * Formats a value as a column of a row's text; null is the empty text. Times are in milliseconds, dates in days since 1970, visitor hashes in
 * hexadecimal. An empty text and separators are escaped.
 */
export function formatCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'bigint') return cell.toString(16);
  if (typeof cell !== 'string') return String(cell);
  if (cell === '') return '\u001b0';
  if (!SPECIAL.test(cell)) return cell;
  return cell.replaceAll('\u001b', '\u001be').replaceAll('\t', '\u001bt').replaceAll('\n', '\u001bn');
}

/** The escape character itself comes last, so that a letter after it in the value is not unescaped. */
const ESCAPES = [
  `chr(27) || 't', chr(9)`,
  `chr(27) || 'n', chr(10)`,
  `chr(27) || '0', ''`,
  `chr(27) || 'e', chr(27)`,
];
const unescaped = (text: string): string => ESCAPES.reduce((sql, pair) => `replace(${sql}, ${pair})`, text);
const orNull = (text: string): string => `nullif(${text}, '')`;

/** SQL expressions that parse a column's text, by type. */
export const PARSE_SQL: Readonly<Record<ColumnType, (text: string) => string>> = {
  integer: text => `${orNull(text)}::INTEGER`,
  bigint: text => `${orNull(text)}::BIGINT`,
  timestamp: text => `epoch_ms(${orNull(text)}::BIGINT)`,
  date: text => `(DATE '1970-01-01' + ${orNull(text)}::INTEGER)`,
  varchar: text => `CASE WHEN contains(${text}, chr(27)) THEN ${unescaped(text)} ELSE ${orNull(text)} END`,
  boolean: text => `${orNull(text)}::BOOLEAN`,
  ubigint: text => `('0x' || ${orNull(text)})::UBIGINT`,
};

/** Parses the text of a varchar column where no text of the statement has an escape: to look for one in each takes a fifth of the insert. */
export const parsePlainVarchar = orNull;

/** Returns whether a text of rows has escapes. */
export const hasEscapes = (text: string): boolean => text.includes('\u001b');

/** Returns SQL that splits the rows of a text into lists of texts `f`, in order. */
export const splitRows = (text: Sql): Sql =>
  sql`SELECT string_split(unnest(string_split(${text}::VARCHAR, chr(10))), chr(9)) AS f`;
