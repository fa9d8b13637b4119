/** The columns of Footfall's import format, as a file has them. */
import { columns, type ImportColumn } from '../../../core/hits/columns.ts';
import { IMPORT_FIELDS, type ImportField } from '../../../core/hits/import.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';

const importColumns = columns.filter(column => column.import !== undefined);

/** Returns whether a column belongs to the format. */
export const isField = (name: string): name is ImportField => IMPORT_FIELDS.some(field => field === name);

/** More characters than any column may have: what follows them is cut. */
export const MAX_TEXT_LENGTH = 4096;

/** Maximum length of a column's text, in characters. */
export const MAX_LENGTHS: Readonly<Partial<Record<ImportField, number>>> = {
  user_agent: MAX_LENGTH.user_agent,
  visitor_id: MAX_LENGTH.visitor_id,
  ...Object.fromEntries(
    importColumns.flatMap(column =>
      column.import?.maxLength ? [[column.name, column.import.maxLength]] : [],
    ),
  ),
};

/** Columns whose texts must not contain control characters. A value may have several lines, and a referrer with any is dropped. */
export const SINGLE_LINE_FIELDS: readonly ImportField[] = importColumns
  .filter(column => column.import?.isSingleLine)
  .map(({ name }) => name as ImportColumn);

/** Columns that are true or false. */
export const BOOLEAN_FIELDS: readonly ImportField[] = importColumns
  .filter(({ type }) => type === 'boolean')
  .map(({ name }) => name as ImportColumn);

/** Prefix of the type of a row whose line is malformed; its fault follows. No type of a good row begins so. */
export const BROKEN_LINE_MARK = '\u0001';

/** Maximum number of bad rows, and of kinds of faults, that are reported. */
export const MAX_REPORTED_FAULTS = 100;

/** An opened file: `rows` selects an ascending number `row` from 0 and every field, null where it is empty. */
export interface Source {
  readonly rows: Sql;
  /** Fields that the file has. */
  readonly fields: ReadonlySet<ImportField>;
  /** Rows that could not be parsed. */
  readonly broken: BrokenRows;
  /** Finds the lines of rows by their numbers. */
  findLines(rows: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

/** Rows that could not be parsed: the first faults by line, and their number by message. */
export interface BrokenRows {
  readonly count: number;
  readonly faults: readonly Fault[];
  readonly counts: ReadonlyMap<string, number>;
}

/** A fault of a row. */
export interface Fault {
  readonly line: number;
  readonly message: string;
}

const INSTANT = raw(`coalesce(try_cast(created_at as timestamptz),
  try_cast(regexp_replace(upper(created_at), '(\\d{2}:\\d{2})(\\.\\d+)? ?(Z|[+-]\\d{2}(:?\\d{2})?)$', '\\1:00\\3') as timestamptz),
  try_cast(upper(created_at) as timestamptz))`);

/** Returns the time of a row, truncated to milliseconds; null when it cannot be parsed. */
const parseInstant = (type: string): Sql => {
  if (type === 'VARCHAR')
    return sql`make_timestamp_ms(epoch_ms(case when created_at between '1' and '3' then ${INSTANT} end))`;
  // Beyond these years one type's instants do not fit into another, and no hit is that old.
  if (isTimeType(type))
    return raw(
      "case when created_at between '1900-01-01' and '2200-01-01' then make_timestamp_ms(epoch_ms(created_at)) end",
    );
  return raw('null::timestamp');
};

/** Returns whether a column of Parquet has times or days. */
const isTimeType = (type: string): boolean => /^(DATE|TIMESTAMP(_S|_MS|_NS)?( WITH TIME ZONE)?)$/.test(type);

/** Returns a column as text, truncated past its maximum length: millions of others may have to fit beside it. */
const asTextColumn = (field: string, type: string): string => {
  if (type === 'BLOB') return `${field}[:${MAX_TEXT_LENGTH}]::varchar as ${field}`;
  if (type !== 'VARCHAR') return `${field}::varchar as ${field}`;
  return `case when strlen(${field}) > ${4 * MAX_TEXT_LENGTH} then left(${field}, ${MAX_TEXT_LENGTH}) else ${field === 'value' ? field : `nullif(${field}, '')`} end as ${field}`;
};

const IS_URL = "regexp_matches(path, '^https?://', 'i')";

/** Splits a whole address that was given as the path: it becomes the url where there is none. */
const withPathOfUrl = (rows: Sql): Sql => sql`select * replace (
    ${raw(`case when ${IS_URL} then '/' || regexp_extract(path, '^https?://[^/?#]*/([^?#]*)', 1, 'i') else path end`)} as path,
    ${raw(`coalesce(url, case when ${IS_URL} then path end)`)} as url) from (${rows})`;

/** Selects `row`, every field and `instant` from a relation whose columns have the types given. */
export const selectFields = (relation: Sql, row: string, types: ReadonlyMap<string, string>): Sql => {
  const columns = IMPORT_FIELDS.map(field => {
    const type = types.get(field);
    if (type === undefined) return `null::varchar as ${field}`;
    return asTextColumn(field, type);
  });
  const rows = sql`select ${raw(row)} as row, ${raw(columns.join(', '))},
    ${types.has('created_at') ? parseInstant(types.get('created_at') ?? '') : raw('null::timestamp')} as instant from ${relation}`;
  return types.has('path') ? withPathOfUrl(rows) : rows;
};
