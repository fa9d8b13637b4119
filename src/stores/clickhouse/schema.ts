/** The tables. */
import { type ColumnType, columns } from '../../core/hits/columns.ts';
import { raw, type Sql } from './sql.ts';

const TYPES: Readonly<Record<ColumnType, string>> = {
  integer: 'Nullable(Int32)',
  timestamp: "DateTime64(3, 'UTC')",
  varchar: 'Nullable(String)',
  boolean: 'Nullable(Bool)',
  ubigint: 'Nullable(UInt64)',
};

/** Texts of many values; the others are kept once in each part, and rows have their numbers. */
const MANY_VALUES: ReadonlySet<string> = new Set(['path', 'url', 'referrer', 'value']);

const toType = ({ name, type }: (typeof columns)[number]): string =>
  type === 'varchar' && !MANY_VALUES.has(name) ? 'LowCardinality(Nullable(String))' : TYPES[type];

/** Columns of the table after `kind` and `id`: all but a mark that only roll-ups of the other engine need. */
export const storedColumns = columns.filter(({ name }) => name !== 'is_first_of_day');

const columnsSql = storedColumns
  .filter(({ name }) => name !== 'site_id')
  .map(column => `${column.name} ${toType(column)}`)
  .join(', ');

export const CREATE_TABLES: readonly Sql[] = [
  raw(`create table if not exists rows (
    kind Enum8('hit' = 1, 'event' = 2, 'agent_visit' = 3, 'spam_hit' = 4), id UInt64, site_id UInt32, ${columnsSql},
    is_silent Bool default false
  ) engine = MergeTree partition by toYYYYMM(created_at)
  order by (site_id, kind, toDate(created_at), visitor_hash, created_at, id)
  settings allow_nullable_key = 1`),
];
