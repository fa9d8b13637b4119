/**
 * How many visitors a plain query has, without telling them apart row by row. A visitor of a day's scope is never seen
 * on another day: those add up by the marks of their first hits. A stable one is surely among the whole days of a span
 * when its first or its last day is; one that began before them and came back after them has to be looked up.
 */
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { join, type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { siteAndFilters } from './conditions.ts';
import { rawParts, type SpanParts, unionAll } from './parts.ts';
import { within } from './within.ts';

/** The hashes to be told apart row by row, and the count that goes with them. */
export interface Visitors {
  /** Visitors that are surely in the span: a scalar. */
  readonly known: Sql;
  /** A select of `visitor_hash`: may repeat, hold nulls and visitors that `known` has. */
  readonly others: Sql;
  /** A condition on `visitors`: those that `known` has. */
  readonly isKnown: Sql;
}

const isWithin = (whole: Span | null): Sql =>
  join([within('first_day', whole), within('last_day', whole)], ' or ');

/** Visitors seen both before and after the whole days, perhaps in between. */
const spanning = ({ start, end }: Span): Sql => sql`first_day < ${start} and last_day >= ${end}`;

/** Marked hits of stable visitors: one for each of their days. */
const STABLE_DAYS = raw('is_first_of_day and visitor_is_stable');

/** What is known of a query's visitors: the part of the span that roll-ups answer, and the hashes of the rest. */
async function stableVisitors(ask: Read, query: HitQuery, { whole, broken }: SpanParts): Promise<Visitors> {
  const site = siteAndFilters(query);
  const [tail = raw('false'), ...ends] = rawParts({ whole, broken });
  const rest = [
    sql`select visitor_hash from hits where ${site} and ${tail} and ${STABLE_DAYS}`,
    ...ends.map(part => sql`select visitor_hash from hits where ${site} and ${part}`),
  ];
  const days = sql`select visitor_hash from hits where ${site} and ${within('created_at', whole)} and ${STABLE_DAYS}`;
  const isSpanning = whole === null ? raw('false') : spanning(whole);
  const [state] = await ask<{ stale: number; spanning: number }>(sql`select
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

/** Exact visitors of a span, but for those of a day's scope on its whole days: a scalar. */
export async function visitorCount(ask: Read, query: HitQuery, parts: SpanParts): Promise<Sql> {
  const { known, others, isKnown } = await stableVisitors(ask, query, parts);
  return sql`(with told as (select distinct visitor_hash from (${others}) where visitor_hash is not null)
    select ${known} + (select count(*) from told) - (select count(*) from visitors
      where ${isKnown} and visitor_hash in (select visitor_hash from told)))`;
}
