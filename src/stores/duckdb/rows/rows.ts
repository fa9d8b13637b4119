import {
  type ColumnName,
  type ColumnType,
  columnsOfKind,
  HIT_KINDS,
  type HitKind,
} from '../../../core/hits/columns.ts';
import type { NewHit } from '../../../core/hits/row.ts';
import { TABLES } from '../engine-types.ts';
import { raw, toStatement } from '../sql/sql.ts';
import {
  type Cell,
  COLUMN_SEPARATOR,
  formatCell,
  PARSE_SQL,
  parsePlainVarchar,
  ROW_SEPARATOR,
  splitRows,
} from './row-text.ts';

/** Rows of one kind with consecutive ids. */
export interface RowRun {
  readonly kind: HitKind;
  readonly firstId: number;
  /** As `formatRow` returns them. */
  readonly rows: readonly string[];
}

/** What the engine decides about a row. */
export interface UniqueMarks {
  /** The day of the site that it is on, in days since 1970. */
  readonly day: number;
  /** Whether it is the first of its visitor, path and day, and of its visitor and day. */
  readonly isUnique: boolean;
  readonly isFirstOfDay: boolean;
}

type ReadCell = (row: NewHit, marks: UniqueMarks) => Cell;

/** Columns whose value is not a property of the row. */
const DERIVED: Readonly<Partial<Record<ColumnName, ReadCell>>> = {
  created_at: row => row.createdAt.getTime(),
  day: (_, marks) => marks.day,
  visitor_is_stable: row => (row.visitorScope === null ? null : row.visitorScope === 'stable'),
  visitor_is_identified: () => null,
  is_unique: (_, marks) => marks.isUnique,
  is_first_of_day: (_, marks) => marks.isFirstOfDay,
  former_values: () => null,
};

/** Maps every kind of rows to a value. */
export const mapKinds = <Value>(toValue: (kind: HitKind) => Value): Record<HitKind, Value> => ({
  hit: toValue('hit'),
  event: toValue('event'),
  agent_visit: toValue('agent_visit'),
  spam_hit: toValue('spam_hit'),
  engagement: toValue('engagement'),
});

/** Columns of each kind's table after `id`, in the order of the table that the migrations create. */
const TABLE_COLUMNS = mapKinds(kind =>
  columnsOfKind(kind).map(({ name, formerNames, type, property }) => ({
    name,
    formerNames,
    type,
    readCell: DERIVED[name] ?? ((row: NewHit): Cell => row[property as keyof NewHit] as Cell),
  })),
);

/** The names of a column. */
interface ColumnNames {
  readonly name: string;
  readonly formerNames?: readonly string[] | undefined;
}

/** Finds the name that a column has in a file; undefined when the file lacks the column. */
const findStoredName = (
  { name, formerNames = [] }: ColumnNames,
  isInFile: (name: string) => boolean,
): string | undefined => [name, ...formerNames].find(isInFile);

/** Returns the names of the columns in a row's text, by kind; a journal records them so that a later version can read it. */
export const columnNames = (): Record<HitKind, string[]> =>
  mapKinds(kind => TABLE_COLUMNS[kind].map(({ name }) => name));

/** Formats a row for the journal: the texts of its columns, without its id. */
export const formatRow = (row: NewHit, marks: UniqueMarks): string =>
  // `join` makes a flat string. Concatenation makes a rope, and flattening it later takes twice as long.
  TABLE_COLUMNS[row.kind].map(({ readCell }) => formatCell(readCell(row, marks))).join(COLUMN_SEPARATOR);

/** A row of a journal's first format: its columns as a list, visitor hashes as texts. */
type Cells = readonly Exclude<Cell, bigint>[];

/** Parses the storage id of a journal's row: in every format the first column. */
export const parseSiteId = (row: string | Cells): number =>
  Number(typeof row === 'string' ? row.slice(0, row.indexOf(COLUMN_SEPARATOR)) : row[0]);

/**
 * Creates a function that converts rows of a journal with other columns to those of `tables`; a column that the journal
 * lacks is null.
 */
export function createTranslator(
  names: Readonly<Partial<Record<HitKind, readonly string[]>>>,
  tables: Readonly<Record<HitKind, readonly ColumnNames[]>> = TABLE_COLUMNS,
): (kind: HitKind, row: string | Cells) => string {
  const positions = mapKinds(kind => {
    const stored = names[kind] ?? [];
    return tables[kind].map(column => stored.indexOf(findStoredName(column, n => stored.includes(n)) ?? ''));
  });
  const current = new Set(
    HIT_KINDS.filter(kind => names[kind]?.join() === tables[kind].map(column => column.name).join()),
  );
  return (kind, row) => {
    if (typeof row === 'string' && current.has(kind)) return row;
    const columns = typeof row === 'string' ? row.split(COLUMN_SEPARATOR) : row.map(formatCell);
    return positions[kind].map(position => columns[position] ?? '').join(COLUMN_SEPARATOR);
  };
}

/** Formats rows with their ids, as the parameter of `insertSql`. */
export function formatRuns(runs: readonly RowRun[]): string {
  const lines: string[] = [];
  for (const { firstId, rows } of runs) {
    for (let index = 0; index < rows.length; index += 1)
      lines.push(firstId + index + COLUMN_SEPARATOR + rows[index]);
  }
  return lines.join(ROW_SEPARATOR);
}

interface InsertOptions {
  /** Whether the table has a column: before a migration, columns are missing or have former names. */
  readonly hasColumn?: (name: string) => boolean;
  /** Columns of a row's text. */
  readonly columns?: readonly (ColumnNames & { readonly type: ColumnType })[];
  /** Whether the text that is inserted has escapes. */
  readonly isEscaped?: boolean;
}

/** Returns the statement that inserts rows of a kind from their text, without columns that an older table lacks. */
export function insertSql(
  kind: HitKind,
  catalog: string,
  { hasColumn = () => true, columns = TABLE_COLUMNS[kind], isEscaped = true }: InsertOptions = {},
): string {
  const parsers = isEscaped ? PARSE_SQL : { ...PARSE_SQL, varchar: parsePlainVarchar };
  const stored = columns.flatMap((column, index) => {
    const name = findStoredName(column, hasColumn);
    return name === undefined ? [] : [{ name, value: parsers[column.type](`f[${index + 2}]`) }];
  });
  const values = stored.map(({ value }) => value);
  return `INSERT INTO ${catalog}.main.${TABLES[kind]} (id, ${stored.map(({ name }) => name).join(', ')})
    SELECT f[1]::BIGINT, ${values.join(', ')} FROM (${toStatement(splitRows(raw('$1'))).text})`;
}
