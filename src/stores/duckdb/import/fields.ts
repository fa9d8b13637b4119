/** The columns of the own import format, as the file gives them. */
import { columns, type ImportColumn } from '../../../core/hits/columns.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';

/** Fields of a row that only imports have. */
const IMPORT_ONLY = ['type', 'ip_address', 'user_agent', 'visitor_id'] as const;
/** A column of the format. */
export type Field = ImportColumn | (typeof IMPORT_ONLY)[number];

const importColumns = columns.filter(column => column.import !== undefined);

/** Every column that is read; a file may have any of them and others, which are ignored. */
export const FIELDS: readonly Field[] = [
  ...IMPORT_ONLY,
  ...importColumns.map(({ name }) => name as ImportColumn),
];

/** Whether a column belongs to the format. */
export const isField = (name: string): name is Field => FIELDS.some(field => field === name);

/** More characters than any column may have: what comes after them makes a text no more wrong. */
export const MAX_TEXT_LENGTH = 4096;

/** Maximum length of a column's text, in characters. */
export const LIMITS: Readonly<Partial<Record<Field, number>>> = {
  user_agent: MAX_LENGTH.user_agent,
  visitor_id: MAX_LENGTH.visitor_id,
  ...Object.fromEntries(
    importColumns.flatMap(column =>
      column.import?.maxLength ? [[column.name, column.import.maxLength]] : [],
    ),
  ),
};

/** Columns whose texts must not contain control characters. A value may have several lines, and a referrer with any is left out. */
export const SINGLE_LINE_FIELDS: readonly Field[] = importColumns
  .filter(column => column.import?.isSingleLine)
  .map(({ name }) => name as ImportColumn);

/** Begins the type of a row whose line is broken; what is wrong with the line follows. No type of a good row begins so. */
export const BROKEN_LINE_MARK = '\u0001';

/** Bad rows that are named, and messages. */
export const NAMED_FAULTS = 100;

/** A file that can be asked for its rows: `rows` has a rising number `row` from 0 and every field, empty ones null. */
export interface Source {
  readonly rows: Sql;
  /** Fields that the file has. */
  readonly fields: ReadonlySet<Field>;
  /** Rows that could not be read at all, by their line. */
  readonly broken: BrokenRows;
  /** Lines of rows, by their number. */
  findLines(rows: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

/** Rows that are not among the others: the first of each message and some more by their line, and how many of each there are. */
export interface BrokenRows {
  readonly count: number;
  readonly faults: readonly Fault[];
  readonly counts: ReadonlyMap<string, number>;
}

/** A bad row as it is reported. */
export interface Fault {
  readonly line: number;
  readonly message: string;
}

const INSTANT = raw(`coalesce(try_cast(created_at as timestamptz),
  try_cast(regexp_replace(upper(created_at), '(\\d{2}:\\d{2})(\\.\\d+)? ?(Z|[+-]\\d{2}(:?\\d{2})?)$', '\\1:00\\3') as timestamptz),
  try_cast(upper(created_at) as timestamptz))`);

/** The instant of a row, cut to milliseconds; null when there is none to be read. */
const instantOf = (type: string): Sql => {
  if (type === 'VARCHAR')
    return sql`make_timestamp_ms(epoch_ms(case when created_at between '1' and '3' then ${INSTANT} end))`;
  // Beyond these years one type's instants do not fit into another, and no hit is that old.
  if (isTimeType(type))
    return raw(
      "case when created_at between '1900-01-01' and '2200-01-01' then make_timestamp_ms(epoch_ms(created_at)) end",
    );
  return raw('null::timestamp');
};

/** Whether a column of Parquet holds instants or days. */
const isTimeType = (type: string): boolean => /^(DATE|TIMESTAMP(_S|_MS|_NS)?( WITH TIME ZONE)?)$/.test(type);

/** A column as text, no longer than it takes to see that it is too long: millions of others may have to fit beside it. */
const textOf = (field: string, type: string): string => {
  if (type === 'BLOB') return `${field}[:${MAX_TEXT_LENGTH}]::varchar as ${field}`;
  if (type !== 'VARCHAR') return `${field}::varchar as ${field}`;
  return `case when strlen(${field}) > ${4 * MAX_TEXT_LENGTH} then left(${field}, ${MAX_TEXT_LENGTH}) else nullif(${field}, '') end as ${field}`;
};

const IS_URL = "regexp_matches(path, '^https?://', 'i')";

/** Rows with the path of a page whose whole address was given as the path; the address becomes the url where there is none. */
const withPathOfUrl = (rows: Sql): Sql => sql`select * replace (
    ${raw(`case when ${IS_URL} then '/' || regexp_extract(path, '^https?://[^/?#]*/([^?#]*)', 1, 'i') else path end`)} as path,
    ${raw(`coalesce(url, case when ${IS_URL} then path end)`)} as url) from (${rows})`;

/** Selects `row`, every field and `instant` from a relation whose columns have the types given. */
export const fieldsOf = (relation: Sql, row: string, types: ReadonlyMap<string, string>): Sql => {
  const columns = FIELDS.map(field => {
    const type = types.get(field);
    if (type === undefined) return `null::varchar as ${field}`;
    return textOf(field, type);
  });
  const rows = sql`select ${raw(row)} as row, ${raw(columns.join(', '))},
    ${types.has('created_at') ? instantOf(types.get('created_at') ?? '') : raw('null::timestamp')} as instant from ${relation}`;
  return types.has('path') ? withPathOfUrl(rows) : rows;
};
