/** What a query asks for, said in SQL. */
import type { Dimension, Filter, HitKind, HitQuery } from '../../../core/hit-store.ts';
import type { Span } from '../../../core/span.ts';
import { TABLE_OF } from '../engine-types.ts';
import { join, raw, type Sql, sql } from '../sql.ts';

const HIT_COLUMNS = [
  'path',
  'url',
  'country',
  'referrer',
  'browser_name',
  'platform_name',
  'source',
] as const;

/** The dimensions a kind's table has as columns; of the others all its rows are null. */
const COLUMNS: Readonly<Record<HitKind, readonly Dimension[]>> = {
  hit: HIT_COLUMNS,
  event: [...HIT_COLUMNS, 'event', 'value'],
  agent_visit: ['path', 'url', 'country', 'referrer', 'source', 'agent_name', 'provider', 'category'],
  spam_hit: [...HIT_COLUMNS, 'reason'],
};

/** A kind's table. */
export const tableOf = (kind: HitKind): Sql => raw(TABLE_OF[kind]);

/** A dimension of a kind's rows: its column, or null where the kind has none. */
export const columnOf = (kind: HitKind, dimension: Dimension): Sql =>
  raw(COLUMNS[kind].includes(dimension) ? dimension : 'null::varchar');

/** Counts unique hits of raw rows; only hits have any. */
export const uniqueCount = (kind: HitKind): Sql =>
  raw(kind === 'hit' ? 'count(*) filter (where is_unique)' : '0');

/** Instants of a column from a span's start up to its end. */
export const within = (column: string, span: Span | null): Sql =>
  span === null ? raw('true') : sql`${raw(column)} >= ${span.start} and ${raw(column)} < ${span.end}`;

/** One filter, on the column given. */
export const meets = (column: Sql, filter: Filter): Sql => {
  if ('is' in filter) return filter.is === null ? sql`${column} is null` : sql`${column} = ${filter.is}`;
  if ('contains' in filter) return sql`contains(lower(${column}), lower(${filter.contains}::varchar))`;
  if (filter.isNot === null) return sql`${column} is not null`;
  return sql`${column} is distinct from ${filter.isNot}`;
};

/** Every filter of a query, and its site. */
export const ofSite = (query: HitQuery): Sql =>
  join(
    [
      sql`site_id = ${query.siteId}`,
      ...query.filters.map(filter => meets(columnOf(query.kind, filter.dimension), filter)),
    ],
    ' and ',
  );

/** Which raw rows a query asks for. */
export const whereOf = (query: HitQuery): Sql =>
  sql`${ofSite(query)} and ${within('created_at', query.span)}`;
