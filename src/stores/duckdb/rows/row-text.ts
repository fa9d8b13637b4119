import type { ColumnType } from '../../../core/hits/columns.ts';

/**
 * A row as one text: its columns with tabs between them. The journal keeps it and DuckDB takes it apart, so that a hit is
 * put into words once, and costs one piece of a long text where calls for each cell would cost ten times as much.
 */
export type Cell = string | number | bigint | boolean | null;

/** What parts columns, and rows on their way to DuckDB. */
export const COLUMN_END = '\t';
export const ROW_END = '\n';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const SPECIAL = /[\t\n\u001b]/;

/**
 * A value as a column of a row's text; null is nothing at all. Instants are in milliseconds, visitor hashes in
 * hexadecimal. An empty text and what would part columns or rows stand behind an escape sign.
 */
export function formatCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'bigint') return cell.toString(16);
  if (typeof cell !== 'string') return String(cell);
  if (cell === '') return '\u001b0';
  if (!SPECIAL.test(cell)) return cell;
  return cell.replaceAll('\u001b', '\u001be').replaceAll('\t', '\u001bt').replaceAll('\n', '\u001bn');
}

/** The sign itself comes last, so that a letter that stood behind it in the text is not taken for ours. */
const ESCAPES = [
  `chr(27) || 't', chr(9)`,
  `chr(27) || 'n', chr(10)`,
  `chr(27) || '0', ''`,
  `chr(27) || 'e', chr(27)`,
];
const unescaped = (text: string): string => ESCAPES.reduce((sql, pair) => `replace(${sql}, ${pair})`, text);
const orNull = (text: string): string => `nullif(${text}, '')`;

/** The SQL expression that reads a column's text. */
export const PARSE_SQL: Readonly<Record<ColumnType, (text: string) => string>> = {
  integer: text => `${orNull(text)}::INTEGER`,
  timestamp: text => `epoch_ms(${orNull(text)}::BIGINT)`,
  varchar: text => `CASE WHEN contains(${text}, chr(27)) THEN ${unescaped(text)} ELSE ${orNull(text)} END`,
  boolean: text => `${orNull(text)}::BOOLEAN`,
  ubigint: text => `('0x' || ${orNull(text)})::UBIGINT`,
};

/** SQL that takes the rows of `$1` apart: a list of texts `f` for each, in order. */
export const SPLIT_ROWS = `SELECT string_split(unnest(string_split($1::VARCHAR, chr(10))), chr(9)) AS f`;
