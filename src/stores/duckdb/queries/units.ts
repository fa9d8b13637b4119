/** Units of time that edges are multiples of: counting by unit is faster than by instant. */

import { DAY_MS, HOUR_MS } from '../../../lib/time-units.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { SLOT_MS } from './parts.ts';

/** A unit of time. */
export interface Unit {
  /** Expression of the start of a row's unit. */
  readonly start: Sql;
  /** Length; undefined where the unit is the instant itself. */
  readonly lengthMs: number | undefined;
}

/** Finds the widest unit of time that every edge is a multiple of. */
export const findUnit = (edges: readonly Date[]): Unit => {
  const isWhole = (unitMs: number): boolean => edges.every(edge => +edge % unitMs === 0);
  if (isWhole(DAY_MS)) return { start: raw('created_at::date::timestamp'), lengthMs: DAY_MS };
  if (isWhole(HOUR_MS)) return { start: raw("date_trunc('hour', created_at)"), lengthMs: HOUR_MS };
  if (isWhole(SLOT_MS))
    return { start: raw("time_bucket(interval '15 minutes', created_at)"), lengthMs: SLOT_MS };
  return { start: raw('created_at'), lengthMs: undefined };
};

/** Selects each unit of time and the start of its bucket. */
export const bucketByUnit = (edges: readonly Date[], lengthMs: number): Sql => {
  const [first, last] = [edges[0] ?? new Date(0), edges.at(-1) ?? new Date(0)];
  return sql`
    select units.unit, edges.start
    from (select make_timestamp_ms(unnest(range(${+first}::bigint, ${+last}::bigint, ${lengthMs}::bigint))) as unit) units
    asof join (${selectStarts(edges)}) edges on units.unit >= edges.start`;
};

/** Selects the edges as rows of `start`. */
export const selectStarts = (edges: readonly Date[]): Sql =>
  sql`select make_timestamp_ms(unnest(${edges.map(edge => +edge)}::bigint[])) as start`;
