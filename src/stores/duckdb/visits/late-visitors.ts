/**
 * Visitors with rows that sums lack, or that are not known. What sums have of them is subtracted, and all of their rows are counted: by
 * that, sums of visitors are exact between two rebuilds.
 */
import { coverDays, spanOfDates } from '../../../core/days.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { exists, type Read, type Sql, sql, within } from '../sql/sql.ts';
import { type KnownRows, selectUnsummedDays } from './fresh.ts';

/** Rows of a site, and which of them are known. */
export interface KnownOfSite {
  readonly query: Pick<HitQuery, 'siteId' | 'span' | 'zone'>;
  /** Conditions for known rows. Default: those that sums have. */
  readonly isKnown?: KnownRows | undefined;
}

/** Selects the visitors with rows that are not known, and the days of those and of their rows that the sums lack, as the table `unsummed`. */
export const selectUnsummed = ({ query, isKnown }: KnownOfSite): Sql => {
  const rows = sql`site_id = ${query.siteId} and ${within('created_at', query.span && coverDays(query.span, query.zone))}`;
  const days = selectUnsummedDays(rows);
  if (!isKnown) return sql`unsummed as materialized (select distinct visitor_hash, day from (${days}))`;
  return sql`late as materialized (select distinct visitor_hash, day from (${selectUnsummedDays(rows, isKnown)})),
    unsummed as materialized (
      from late union select visitor_hash, day from (${days}) where visitor_hash in (select visitor_hash from late))`;
};

/** Finds the days that rows of the visitors in `unsummed` are on; null: there are none. */
export const findLateDays = async (read: Read, known: KnownOfSite): Promise<Span | null> => {
  const site = sql`site_id = ${known.query.siteId}`;
  const [found] = await read<{ first: Date | null; last: Date | null }>(sql`
    with ${selectUnsummed(known)},
    seen_before as (
      select first_day, last_day from fresh_visitors
        where ${site} and first_day is not null and visitor_hash in (select visitor_hash from unsummed)
      union all
      select first_day, last_day from visitors where ${site} and visitor_hash in (
        select visitor_hash from unsummed
        where visitor_hash not in (select visitor_hash from fresh_visitors where ${site})))
    select min(first) as "first", max(last) as "last" from (
      select day as first, day as last from unsummed union all select first_day, last_day from seen_before)`);
  return found?.first && found.last ? spanOfDates(found.first, found.last, known.query.zone) : null;
};

/** Returns the condition for rows of the visitors in `unsummed`, on whole days. */
export const ofLateVisitors = ({ query: { siteId } }: KnownOfSite, days: Span): Sql =>
  sql`site_id = ${siteId} and ${within('created_at', days)} and visitor_hash in (select visitor_hash from unsummed)`;

/** Returns whether the sums of a site that depend on all rows of a visitor are out of date. */
export const isStale = (read: Read, siteId: number): Promise<boolean> =>
  exists(read, sql`from stale_sums where site_id = ${siteId} and day is null`);
