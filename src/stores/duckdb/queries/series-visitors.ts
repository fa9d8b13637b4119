/** Distinct visitors between consecutive edges. */
import type { HitQuery } from '../../../core/hits/query.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { tableOf, toWhere } from './conditions.ts';
import { bucketByUnit, startsOf, unitOf } from './units.ts';

/** UTC days that an edge cuts in two. */
const cutDays = (edges: readonly Date[]): Set<number> =>
  new Set(edges.filter(edge => +edge % DAY_MS !== 0).map(edge => Math.floor(+edge / DAY_MS) * DAY_MS));

/**
 * Rows that are enough to tell visitors apart. A visitor's first hit of a UTC day stands for all of that day, but on
 * days that an edge cuts in two; looking for those is worth it only when they are few.
 */
const isEnough = ({ kind, filters }: HitQuery, edges: readonly Date[]): Sql => {
  const [first, last] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const cut = cutDays(edges);
  if (kind !== 'hit' || filters.length > 0 || cut.size * 3 > (+last - +first) / DAY_MS) return raw('true');
  if (cut.size === 0) return raw('is_first_of_day');
  return sql`(is_first_of_day or epoch_ms(created_at) // ${DAY_MS} in (select unnest(${[...cut].map(day => day / DAY_MS)}::bigint[])))`;
};

/** Whether every bucket is one UTC day. */
const isByDay = (edges: readonly Date[]): boolean =>
  edges.every(
    (edge, index) => +edge % DAY_MS === 0 && +edge - +(edges[index - 1] ?? +edge - DAY_MS) === DAY_MS,
  );

/** A row of each visitor and bucket: its start. */
const rowPerVisitor = (query: HitQuery, edges: readonly Date[]): Sql => {
  const { start, lengthMs } = unitOf(edges);
  const isPlain = query.kind === 'hit' && query.filters.length === 0;
  if (isPlain && isByDay(edges))
    return sql`select ${start} as start from hits where ${toWhere(query)} and is_first_of_day`;
  const rows = sql`select ${start} as unit, visitor_hash from ${tableOf(query.kind)}
    where ${toWhere(query)} and visitor_hash is not null and ${isEnough(query, edges)}`;
  return lengthMs === undefined
    ? sql`select distinct start, visitor_hash from (${rows}) rows asof join (${startsOf(edges)}) edges on rows.unit >= edges.start`
    : sql`select distinct start, visitor_hash from (${rows}) join (${bucketByUnit(edges, lengthMs)}) using (unit)`;
};

/** Distinct visitors by the start of their bucket, in milliseconds; empty buckets are missing. The query's span is that of the edges. */
export const visitorsByBucket = async (
  ask: Read,
  query: HitQuery,
  edges: readonly Date[],
): Promise<Map<number, number>> => {
  if (query.kind === 'agent_visit') return new Map();
  const rows = await ask<{ start: Date; visitors: number }>(
    sql`select start, count(*) as visitors from (${rowPerVisitor(query, edges)}) group by start`,
  );
  return new Map(rows.map(row => [+row.start, row.visitors]));
};
