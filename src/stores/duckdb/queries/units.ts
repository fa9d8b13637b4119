/** Units of time that edges are multiples of: counting by unit is faster than by instant. */

import { dateOf } from '../../../core/days.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/time-units.ts';
import { SLOT_MS } from '../aggregates/select.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';

/** A unit of time. */
export interface Unit {
  /** Expression of the start of a row's unit. */
  readonly start: Sql;
  /** Length; undefined where the unit is the instant itself. */
  readonly lengthMs: number | undefined;
}

/** Returns whether every edge is a multiple of a unit of time. */
export const areMultiples = (edges: readonly Date[], unitMs: number): boolean =>
  edges.every(edge => +edge % unitMs === 0);

/** Finds the widest unit of time that every edge is a multiple of. */
export const findUnit = (edges: readonly Date[]): Unit => {
  if (areMultiples(edges, DAY_MS)) return { start: raw('created_at::date::timestamp'), lengthMs: DAY_MS };
  if (areMultiples(edges, HOUR_MS))
    return { start: raw("date_trunc('hour', created_at)"), lengthMs: HOUR_MS };
  if (areMultiples(edges, SLOT_MS))
    return { start: raw("time_bucket(interval '15 minutes', created_at)"), lengthMs: SLOT_MS };
  return { start: raw('created_at'), lengthMs: undefined };
};

/** Selects each unit of time and the start of its bucket. */
export const bucketByUnit = (edges: readonly Date[], lengthMs: number): Sql => {
  const [first, last] = [edges[0] ?? new Date(0), edges.at(-1) ?? new Date(0)];
  const units = sql`select make_timestamp_ms(unnest(range(${+first}::bigint, ${+last}::bigint, ${lengthMs}::bigint))) as unit`;
  const start = toBucketStart(edges, raw('unit'));
  return start
    ? sql`select unit, ${start} as start from (${units})`
    : sql`select units.unit, edges.start from (${units}) units
        asof join (${selectStarts(edges)}) edges on units.unit >= edges.start`;
};

/** Selects the edges as rows of `start`. */
export const selectStarts = (edges: readonly Date[]): Sql =>
  sql`select make_timestamp_ms(unnest(${edges.map(edge => +edge)}::bigint[])) as start`;

/** Consecutive buckets of the same length. */
interface BucketRun {
  /** Number of the first of them. */
  readonly first: number;
  readonly startMs: number;
  readonly lengthMs: number;
}

/** A year of months has 11 runs, a range of days with two changes of the clock 5. */
const MAX_RUNS = 16;

const findRuns = (edges: readonly Date[]): BucketRun[] => {
  const runs: BucketRun[] = [];
  for (const [first, edge] of edges.slice(0, -1).entries()) {
    const lengthMs = +(edges[first + 1] ?? edge) - +edge;
    if (lengthMs !== runs.at(-1)?.lengthMs) runs.push({ first, startMs: +edge, lengthMs });
  }
  return runs;
};

/** Selects the edges, which are midnights of a zone, as rows of `start`, and the dates that begin there as `day`. */
export const selectDays = (edges: readonly Date[], zone: string | undefined): Sql =>
  sql`select make_timestamp_ms(unnest(${edges.map(edge => +edge)}::bigint[])) as start,
    date '1970-01-01' + unnest(${edges.map(edge => +dateOf(edge, zone) / DAY_MS)}::integer[]) as day`;

/**
 * Returns the expression of an instant's bucket by that of each run, which takes less than a join with the edges: that takes time in
 * proportion to the square of their number. Undefined where the length of buckets changes too often. Instants have to be within the edges.
 */
const byRun = (
  edges: readonly Date[],
  instant: Sql,
  toValue: (run: BucketRun, place: Sql) => Sql,
): Sql | undefined => {
  const runs = findRuns(edges);
  if (runs.length > MAX_RUNS) return undefined;
  const cases = runs.toReversed().map(run => {
    const place = sql`(epoch_ms(${instant}) - ${run.startMs}) // ${run.lengthMs}`;
    return sql`when ${instant} >= ${new Date(run.startMs)} then ${toValue(run, place)}`;
  });
  return sql`case ${join(cases, ' ')} end`;
};

/** Returns the expression of the number of an instant's bucket. */
export const toBucketNumber = (edges: readonly Date[], instant = raw('created_at')): Sql | undefined =>
  byRun(edges, instant, ({ first }, place) => sql`${first} + ${place}`);

/** Returns the expression of the start of an instant's bucket. */
const toBucketStart = (edges: readonly Date[], instant: Sql): Sql | undefined =>
  byRun(
    edges,
    instant,
    ({ startMs, lengthMs }, place) => sql`make_timestamp_ms(${startMs} + ${place} * ${lengthMs})`,
  );
