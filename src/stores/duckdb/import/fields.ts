/** The columns of Footfall's import format, as a file has them. */
import { columns, type ImportColumn } from '../../../core/hits/columns.ts';
import { fitUrl } from '../../../core/hits/fit-address.ts';
import { IMPORT_FIELDS, type ImportField } from '../../../core/hits/import.ts';
import { beforeQuery } from '../../../core/hits/page-path.ts';
import { MAX_PROPERTIES_TEXT } from '../../../core/hits/properties.ts';
import { MAX_LENGTH } from '../../../core/limits.ts';
import { UNICODE_HOST } from '../../../lib/punycode.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';

const importColumns = columns.filter(column => column.import !== undefined);

/** Returns whether a column belongs to the format. */
export const isField = (name: string): name is ImportField => IMPORT_FIELDS.some(field => field === name);

/** More characters than nearly every column may have. */
export const MAX_TEXT_LENGTH = 4096;

/**
 * Longer lines are written with the columns of the format alone, and cut there: thousands of such would not fit into memory, and tags
 * have to be read first.
 */
export const LONG_LINE_BYTES = 16 * 1024;

/** Of an address without its query so many characters are left, which are still too many for each column; tags find room after them. */
const MAX_PLAIN_LENGTH = 3072;

/** Returns an address that is cut and has its tags; null for another column. */
export const keepTags = (text: string, field: string): string | null => {
  if (!ADDRESS_FIELDS.some(name => name === field)) return null;
  const plain = beforeQuery(text);
  const cut = Array.from(plain.slice(0, 2 * MAX_PLAIN_LENGTH))
    .slice(0, MAX_PLAIN_LENGTH)
    .join('');
  return fitUrl(`${cut}${text.slice(plain.length)}`, MAX_TEXT_LENGTH);
};

/** Returns more characters than a column may have: what follows them is cut. */
export const maxTextLength = (field: string): number =>
  field === 'properties' ? MAX_PROPERTIES_TEXT : MAX_TEXT_LENGTH;

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

/** Columns with addresses, which are shortened where they are too long. */
export const ADDRESS_FIELDS = ['path', 'url', 'referrer'] as const satisfies readonly ImportField[];

/** The path with its leading slash. */
export const PATH = raw("(case when starts_with(path, '/') then path else '/' || path end)");

/** Paths that are stored as they are: printable ASCII without an escape, a query and a segment of dots. */
export const isPlainPath = (path: string): string =>
  `(regexp_full_match(${path}, '[!"$&->@-~]*') and not contains(${path}, '/.') and not starts_with(${path}, '.'))`;

/** The condition for addresses whose host is in Unicode, which are stored in Punycode. */
export const hasUnicodeHost = (address: string): string =>
  `(strlen(${address}) > length(${address}) and regexp_matches(${address}, '${UNICODE_HOST}'))`;

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
  /** Fields whose values are texts; others have a type of their own. */
  readonly texts: ReadonlySet<ImportField>;
  /** What has to be done to some of its values. */
  readonly conversions: ReadonlySet<Conversion>;
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

/** Longer texts are truncated: millions of others may have to fit beside them. */
const maxTextBytes = (field: string): number => 4 * maxTextLength(field);
const IS_URL = "regexp_full_match(path, '(?is)https?://.*')";
/** What has no control character. The function is one that the engine evaluates once for each entry of a dictionary. */
const SINGLE_LINE = "'\\P{Cc}*'";

/** Returns the condition for texts with a control character. */
export const hasControlCharacter = (field: string): string =>
  `not regexp_full_match(${field}, ${SINGLE_LINE})`;

/** Scheme of a referrer. */
const REFERRER_SCHEME = "lower(regexp_extract(referrer, '^\\s*([A-Za-z][A-Za-z0-9+.-]*):', 1))";
/** Referrers that ingest keeps: web addresses, those of apps, and bare hosts, with or without a port. */
export const IS_KEPT_REFERRER = `(regexp_full_match(referrer, ${SINGLE_LINE}) and
  (${REFERRER_SCHEME} in ('', 'http', 'https', 'android-app', 'ios-app', 'localhost') or contains(${REFERRER_SCHEME}, '.')))`;

/** What is done to values of a file where it is needed. */
export type Conversion =
  | `text ${ImportField}`
  | 'address as path'
  | 'fit addresses'
  | 'slash'
  | 'normalize path'
  | 'drop referrer'
  | 'find country'
  | 'find source'
  | 'name source';

const getTextConversion = (field: string): Conversion => `text ${field as ImportField}`;

/** Returns what says of a file whether it needs a conversion, for those that not every file needs. */
const listConversions = (types: ReadonlyMap<string, string>): [Conversion, string][] => {
  const texts = [...types].filter(([, type]) => type === 'VARCHAR').map(([field]) => field);
  const has = (field: string): boolean => texts.includes(field);
  const hasEmpty = (field: string): string => (field === 'value' ? '' : ` or min(strlen(${field})) = 0`);
  const conversions: (readonly [ImportField, Conversion, string])[] = [
    ['path', 'address as path', `bool_or(${IS_URL})`],
    ['path', 'slash', "bool_or(not starts_with(path, '/'))"],
    ['path', 'normalize path', `bool_or(not ${isPlainPath('path')})`],
    ...ADDRESS_FIELDS.map(
      field =>
        [
          field,
          'fit addresses',
          `max(strlen(${field})) >= ${MAX_LENGTHS[field]}${field === 'path' ? '' : ` or bool_or(${hasUnicodeHost(field)})`}`,
        ] as const,
    ),
    // Those of the web, which nearly all are.
    ['referrer', 'drop referrer', "bool_or(not regexp_full_match(referrer, '(?i)https?://\\P{Cc}*'))"],
    ['country', 'find country', "bool_or(nullif(country, '') is null)"],
    ['source', 'find source', "bool_or(nullif(source, '') is null)"],
    ['source', 'name source', "bool_or(source <> '')"],
  ];
  return [
    ...texts.map((field): [Conversion, string] => [
      getTextConversion(field),
      `max(strlen(${field})) > ${maxTextBytes(field)}${hasEmpty(field)}`,
    ]),
    ...conversions
      .filter(([field]) => has(field))
      .map(([, name, condition]): [Conversion, string] => [name, condition]),
  ];
};

/** Finds out which conversions a file needs: columns that need none are read as they are, which is several times as fast. */
export const findConversions = async (
  read: Read,
  relation: Sql,
  types: ReadonlyMap<string, string>,
): Promise<ReadonlySet<Conversion>> => {
  const listed = listConversions(types);
  const columns = listed.map(([, condition], index) => `coalesce(${condition}, false) as c${index}`);
  const [found] =
    columns.length > 0
      ? await read<Record<string, boolean>>(sql`select ${raw(columns.join(', '))} from ${relation}`)
      : [];
  return new Set([
    // Of columns that are no texts it is not known.
    ...ALL_CONVERSIONS.filter(name => !listed.some(([known]) => known === name)),
    ...listed.filter((_, index) => found?.[`c${index}`] !== false).map(([name]) => name),
  ]);
};

const ALL_CONVERSIONS: readonly Conversion[] = [
  ...IMPORT_FIELDS.map(getTextConversion),
  'address as path',
  'fit addresses',
  'slash',
  'normalize path',
  'drop referrer',
  'find country',
  'find source',
  'name source',
];

/** Returns a column as text, truncated past its maximum length. */
const asTextColumn = (field: string, type: string, conversions: ReadonlySet<Conversion>): string => {
  // A truth value is what its text is converted to.
  if (type === 'BOOLEAN' && BOOLEAN_FIELDS.some(name => name === field)) return field;
  if (type === 'BLOB') return `${field}[:${maxTextLength(field)}]::varchar as ${field}`;
  if (type !== 'VARCHAR') return `${field}::varchar as ${field}`;
  if (!conversions.has(getTextConversion(field))) return field;
  return `case when strlen(${field}) > ${maxTextBytes(field)} then left(${field}, ${maxTextLength(field)}) else ${field === 'value' ? field : `nullif(${field}, '')`} end as ${field}`;
};

/** Splits a whole address that was given as the path: it becomes the url where there is none. */
const withPathOfUrl = (rows: Sql): Sql => sql`select * replace (
    ${raw(`case when ${IS_URL} then '/' || regexp_extract(path, '^https?://[^/?#]*/([^?#]*)', 1, 'i') else path end`)} as path,
    ${raw(`coalesce(url, case when ${IS_URL} then path end)`)} as url) from (${rows})`;

/** A relation with columns of a file. */
interface Given {
  readonly relation: Sql;
  /** Column with the number of a row. */
  readonly row: string;
  /** Types of the columns. */
  readonly types: ReadonlyMap<string, string>;
  readonly conversions: ReadonlySet<Conversion>;
}

/** Selects `row`, every field and `instant` from a relation. */
export const selectFields = ({ relation, row, types, conversions }: Given): Sql => {
  const columns = IMPORT_FIELDS.map(field => {
    const type = types.get(field);
    if (type === undefined) return `null::varchar as ${field}`;
    return asTextColumn(field, type, conversions);
  });
  const rows = sql`select ${raw(row)} as row, ${raw(columns.join(', '))},
    ${types.has('created_at') ? parseInstant(types.get('created_at') ?? '') : raw('null::timestamp')} as instant from ${relation}`;
  return types.has('path') && conversions.has('address as path') ? withPathOfUrl(rows) : rows;
};
