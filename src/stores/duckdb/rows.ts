import type { DuckDBAppender } from '@duckdb/node-api';
import { HIT_KINDS, type HitKind, type NewHit } from '../../core/hit-store.ts';
import type { DuckDb } from './native.ts';

/** A column's value as the journal keeps it: instants in milliseconds, visitor hashes in hexadecimal. */
export type Cell = string | number | boolean | null;
/** A row without its id, in the order of `COLUMNS_OF`. */
export type Cells = readonly Cell[];
/** Rows of one kind with consecutive ids. */
export interface Run {
  readonly kind: HitKind;
  readonly firstId: number;
  readonly rows: readonly Cells[];
}

/** Whether a row is the first of its visitor, path and UTC day, and of its visitor and UTC day. */
export interface Firsts {
  readonly isUnique: boolean;
  readonly isFirstOfDay: boolean;
}

type Storage = 'integer' | 'timestamp' | 'varchar' | 'boolean' | 'ubigint';
interface Column {
  readonly name: string;
  readonly storage: Storage;
  readonly cell: (row: NewHit, firsts: Firsts) => Cell;
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
  cell: row => row.visitorHash?.toString(16) ?? null,
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
export const perKind = (of: (kind: HitKind) => number): Record<HitKind, number> => ({
  hit: of('hit'),
  event: of('event'),
  agent_visit: of('agent_visit'),
  spam_hit: of('spam_hit'),
});

/** Names of the columns that cells of each kind stand for; written into a journal so that a later version can read it. */
export function columnNames(): Record<HitKind, string[]> {
  const names = (kind: HitKind) => COLUMNS_OF[kind].map(column => column.name);
  return {
    hit: names('hit'),
    event: names('event'),
    agent_visit: names('agent_visit'),
    spam_hit: names('spam_hit'),
  };
}

/** A row as the journal keeps it. */
export function cellsOf(row: NewHit, firsts: Firsts): Cells {
  return COLUMNS_OF[row.kind].map(column => column.cell(row, firsts));
}

/** How to bring cells of a journal with other columns into today's order; a column it did not have is null. */
export function translatorOf(
  names: Readonly<Partial<Record<HitKind, readonly string[]>>>,
): (kind: HitKind, cells: Cells) => Cells {
  const positions = new Map(
    HIT_KINDS.map(kind => [kind, COLUMNS_OF[kind].map(column => names[kind]?.indexOf(column.name) ?? -1)]),
  );
  return (kind, cells) => (positions.get(kind) ?? []).map(position => cells[position] ?? null);
}

/** Puts one row at the end of an appender of its kind's table. */
export function appendCells(
  duckdb: DuckDb,
  appender: DuckDBAppender,
  kind: HitKind,
  id: number,
  cells: Cells,
): void {
  appender.appendBigInt(BigInt(id));
  const columns = COLUMNS_OF[kind];
  for (let index = 0; index < columns.length; index += 1) {
    const cell = cells[index] ?? null;
    if (cell === null) appender.appendNull();
    else appendCell(duckdb, appender, columns[index]?.storage ?? 'varchar', cell);
  }
  appender.endRow();
}

function appendCell(
  duckdb: DuckDb,
  appender: DuckDBAppender,
  storage: Storage,
  cell: string | number | boolean,
): void {
  if (storage === 'varchar') appender.appendVarchar(String(cell));
  else if (storage === 'boolean') appender.appendBoolean(cell === true);
  else if (storage === 'integer') appender.appendInteger(Number(cell));
  else if (storage === 'ubigint') appender.appendUBigInt(BigInt(`0x${cell}`));
  else appender.appendTimestamp(new duckdb.DuckDBTimestampValue(BigInt(Math.trunc(Number(cell))) * 1000n));
}
