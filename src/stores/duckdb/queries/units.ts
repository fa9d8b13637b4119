/** Units of time that edges are whole numbers of: fewer of them than of instants, sooner counted. */

import { DAY_MS, HOUR_MS } from '../../../lib/time-units.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { SLOT_MS } from './parts.ts';

/** A unit of time. */
export interface Unit {
  /** The start of the unit that a row falls into. */
  readonly start: Sql;
  /** Its length; undefined where every instant stands for itself. */
  readonly lengthMs: number | undefined;
}

/** The widest unit of time that every edge is a whole number of. */
export const unitOf = (edges: readonly Date[]): Unit => {
  const isWhole = (unitMs: number): boolean => edges.every(edge => +edge % unitMs === 0);
  if (isWhole(DAY_MS)) return { start: raw('created_at::date::timestamp'), lengthMs: DAY_MS };
  if (isWhole(HOUR_MS)) return { start: raw("date_trunc('hour', created_at)"), lengthMs: HOUR_MS };
  if (isWhole(SLOT_MS))
    return { start: raw("time_bucket(interval '15 minutes', created_at)"), lengthMs: SLOT_MS };
  return { start: raw('created_at'), lengthMs: undefined };
};

/** The start of the bucket that each unit of time falls into: a select of `unit` and `start`. */
export const bucketByUnit = (edges: readonly Date[], lengthMs: number): Sql => {
  const [first, last] = [edges[0] ?? new Date(0), edges.at(-1) ?? new Date(0)];
  return sql`
    select units.unit, edges.start
    from (select make_timestamp_ms(unnest(range(${+first}::bigint, ${+last}::bigint, ${lengthMs}::bigint))) as unit) units
    asof join (${startsOf(edges)}) edges on units.unit >= edges.start`;
};

/** Edges as rows of `start`. */
export const startsOf = (edges: readonly Date[]): Sql =>
  sql`select make_timestamp_ms(unnest(${edges.map(edge => +edge)}::bigint[])) as start`;
