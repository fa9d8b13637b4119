import { HIT_KINDS, type HitKind, type NewHit } from '../../../core/hits/row.ts';
import { TABLES } from '../engine-types.ts';
import {
  type Cell,
  COLUMN_END,
  formatCell,
  PARSE_SQL,
  ROW_END,
  SPLIT_ROWS,
  type Storage,
} from './row-text.ts';

/** Rows of one kind with consecutive ids. */
export interface RowRun {
  readonly kind: HitKind;
  readonly firstId: number;
  /** As `textOfRow` makes them. */
  readonly rows: readonly string[];
}

/** Whether a row is the first of its visitor, path and UTC day, and of its visitor and UTC day. */
export interface UniqueMarks {
  readonly isUnique: boolean;
  readonly isFirstOfDay: boolean;
}

interface Column {
  readonly name: string;
  readonly storage: Storage;
  readonly cell: (row: NewHit, firsts: UniqueMarks) => Cell;
}

const siteId: Column = { name: 'site_id', storage: 'integer', cell: row => row.siteId };
const createdAt: Column = { name: 'created_at', storage: 'timestamp', cell: row => row.createdAt.getTime() };
const path: Column = { name: 'path', storage: 'varchar', cell: row => row.path };
const url: Column = { name: 'url', storage: 'varchar', cell: row => row.url };
const referrer: Column = { name: 'referrer', storage: 'varchar', cell: row => row.referrer };
const country: Column = { name: 'country', storage: 'varchar', cell: row => row.country };
const browserName: Column = { name: 'browser_name', storage: 'varchar', cell: row => row.browserName };
const platformName: Column = { name: 'platform_name', storage: 'varchar', cell: row => row.platformName };
const isMobile: Column = { name: 'is_mobile', storage: 'boolean', cell: row => row.isMobile };
const source: Column = { name: 'source', storage: 'varchar', cell: row => row.source };
const visitorHash: Column = {
  name: 'visitor_hash',
  storage: 'ubigint',
  cell: row => row.visitorHash,
};
const visitorIsStable: Column = {
  name: 'visitor_is_stable',
  storage: 'boolean',
  cell: row => (row.visitorScope === null ? null : row.visitorScope === 'stable'),
};
const isUnique: Column = { name: 'is_unique', storage: 'boolean', cell: (_, firsts) => firsts.isUnique };
const isFirstOfDay: Column = {
  name: 'is_first_of_day',
  storage: 'boolean',
  cell: (_, firsts) => firsts.isFirstOfDay,
};
const event: Column = { name: 'event', storage: 'varchar', cell: row => row.event };
const value: Column = { name: 'value', storage: 'varchar', cell: row => row.value };
const agentName: Column = { name: 'agent_name', storage: 'varchar', cell: row => row.agentName };
const provider: Column = { name: 'provider', storage: 'varchar', cell: row => row.provider };
const category: Column = { name: 'category', storage: 'varchar', cell: row => row.category };
const reason: Column = { name: 'reason', storage: 'varchar', cell: row => row.reason };

const page = [siteId, createdAt, path, url, referrer, country];
const visit = [...page, browserName, platformName, isMobile, source, visitorHash, visitorIsStable];

/** Columns of each kind's table after `id`, in the order of the table; the schema's migrations agree with them. */
const COLUMNS_OF: Readonly<Record<HitKind, readonly Column[]>> = {
  hit: [...visit, isUnique, isFirstOfDay],
  event: [...visit, isFirstOfDay, event, value],
  agent_visit: [...page, source, agentName, provider, category],
  spam_hit: [...visit, reason],
};

/** One number for each kind, from a rule. */
export const mapKinds = (of: (kind: HitKind) => number): Record<HitKind, number> => ({
  hit: of('hit'),
  event: of('event'),
  agent_visit: of('agent_visit'),
  spam_hit: of('spam_hit'),
});

/** Names of the columns in a row's text of each kind; written into a journal so that a later version can read it. */
export function columnNames(): Record<HitKind, string[]> {
  const names = (kind: HitKind) => COLUMNS_OF[kind].map(column => column.name);
  return {
    hit: names('hit'),
    event: names('event'),
    agent_visit: names('agent_visit'),
    spam_hit: names('spam_hit'),
  };
}

/** A row as the journal keeps it: the texts of its columns, without its id. */
export function formatRow(row: NewHit, firsts: UniqueMarks): string {
  let text = '';
  let end = '';
  for (const column of COLUMNS_OF[row.kind]) {
    text += end + formatCell(column.cell(row, firsts));
    end = COLUMN_END;
  }
  return text;
}

/** A row of a journal's first format: its columns as a list, visitor hashes as texts. */
type Cells = readonly Exclude<Cell, bigint>[];

/** The site of a journal's row: in every format its first column. */
export const parseSiteId = (row: string | Cells): number =>
  Number(typeof row === 'string' ? row.slice(0, row.indexOf(COLUMN_END)) : row[0]);

/** How to bring rows of a journal with other columns into today's order; a column it did not have is null. */
export function createTranslator(
  names: Readonly<Partial<Record<HitKind, readonly string[]>>>,
): (kind: HitKind, row: string | Cells) => string {
  const positions = new Map(
    HIT_KINDS.map(kind => [kind, COLUMNS_OF[kind].map(column => names[kind]?.indexOf(column.name) ?? -1)]),
  );
  const todays = new Set(
    HIT_KINDS.filter(kind => names[kind]?.join() === COLUMNS_OF[kind].map(column => column.name).join()),
  );
  return (kind, row) => {
    if (typeof row === 'string' && todays.has(kind)) return row;
    const columns = typeof row === 'string' ? row.split(COLUMN_END) : row.map(formatCell);
    return (positions.get(kind) ?? []).map(position => columns[position] ?? '').join(COLUMN_END);
  };
}

/** Rows with their ids, as the value of `insertSql`. */
export function formatRuns(runs: readonly RowRun[]): string {
  const lines: string[] = [];
  for (const { firstId, rows } of runs) {
    for (let index = 0; index < rows.length; index += 1)
      lines.push(firstId + index + COLUMN_END + rows[index]);
  }
  return lines.join(ROW_END);
}

/**
 * The statement that stores rows of a kind; its one value is their text. A table of an earlier version lacks columns, and
 * gets those that `hasColumn`.
 */
export function insertSql(
  kind: HitKind,
  catalog: string,
  hasColumn: (name: string) => boolean = () => true,
): string {
  const columns = COLUMNS_OF[kind]
    .map(({ name, storage }, index) => ({ name, value: PARSE_SQL[storage](`f[${index + 2}]`) }))
    .filter(({ name }) => hasColumn(name));
  const values = columns.map(({ value }) => value);
  return `INSERT INTO ${catalog}.main.${TABLES[kind]} (id, ${columns.map(({ name }) => name).join(', ')})
    SELECT f[1]::BIGINT, ${values.join(', ')} FROM (${SPLIT_ROWS})`;
}
