/**
 * Counts the visitors of an unfiltered query without counting distinct hashes of all rows. A visitor of scope `day` is never
 * seen on another day: the marks of first hits add up. A stable one was seen on the whole days of a span if its first or last
 * day is among them; one that was seen before and after them has to be looked up.
 */

import type { DaySpan } from '../../../core/days.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import { selectKnown } from '../rollups/visitors.ts';
import { join, type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { siteAndFilters } from './conditions.ts';
import { type DayParts, rawParts, unionAll } from './parts.ts';

/** Hashes to be counted distinctly, and the number of visitors known without them. */
export interface Visitors {
  /** Number of visitors known to be in the span: a scalar. */
  readonly known: Sql;
  /** A select of `site_id` and `visitor_hash`, which may repeat, be null or belong to a known visitor. */
  readonly others: Sql;
  /** A condition on `visitors`: those that are known. */
  readonly isKnown: Sql;
}

const isWithin = (whole: DaySpan | null): Sql =>
  join([within('first_day', whole), within('last_day', whole)], ' or ');

/** The condition for visitors seen before and after the whole days, and perhaps in between. */
const spanning = ({ start, end }: DaySpan): Sql => sql`first_day < ${start} and last_day >= ${end}`;

/** Marked hits of stable visitors: one for each of their days. */
const STABLE_DAYS = raw('is_first_of_day and visitor_is_stable');

/** Returns the visitors known from roll-ups, and the hashes of the rest. */
async function stableVisitors(
  read: Read,
  query: HitQuery,
  { wholeUnits, days: whole, partialUnits }: DayParts,
): Promise<Visitors> {
  const site = siteAndFilters(query);
  const [tail = raw('false'), ...ends] = rawParts({ wholeUnits, partialUnits });
  const rest = [
    sql`select site_id, visitor_hash from hits where ${site} and ${tail} and ${STABLE_DAYS}`,
    ...ends.map(part => sql`select site_id, visitor_hash from hits where ${site} and ${part}`),
  ];
  const days = sql`select site_id, visitor_hash from hits where ${site} and ${within('created_at', wholeUnits)} and ${STABLE_DAYS}`;
  const isSpanning = whole === null ? raw('false') : spanning(whole);
  const [state] = await read<{ stale: number; spanning: number }>(sql`select
    (select count(*) from stale_visitors where site_id = ${query.siteId}) as stale,
    (select count(*) from visitor_spans where site_id = ${query.siteId} and ${isSpanning}) as spanning`);
  if (state?.stale !== 0)
    return { known: raw('0'), others: unionAll([days, ...rest]), isKnown: raw('false') };
  if (state.spanning > 0)
    rest.push(sql`${days} and visitor_hash in
      (select visitor_hash from visitors where site_id = ${query.siteId} and ${isSpanning})`);
  const isKnown = sql`site_id = ${query.siteId} and (${isWithin(whole)})`;
  const known = sql`(select coalesce(sum(visitors), 0) from visitor_spans where ${isKnown})`;
  return { known, others: unionAll(rest), isKnown };
}

/** Returns a scalar: the exact number of visitors of a span, without those of scope `day` on its whole days. */
export async function countVisitors(read: Read, query: HitQuery, parts: DayParts): Promise<Sql> {
  const { known, others, isKnown } = await stableVisitors(read, query, parts);
  return sql`(with counted_hashes as materialized
      (select distinct site_id, visitor_hash from (${others}) where visitor_hash is not null)
    select ${known} + (select count(*) from counted_hashes) - (select count(*) from (${selectKnown(isKnown)})))`;
}
