/**
 * Visitors with rows that sums lack. What sums have of them is subtracted, and all of their rows are counted: by
 * that, sums of visitors are exact between two rebuilds.
 */
import { coverDays, spanOfDates } from '../../../core/days.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { type Read, type Sql, sql, within } from '../sql/sql.ts';
import { selectUnsummedDays } from './fresh.ts';

/** Days of a site. */
interface DaysOfSite {
  readonly query: Pick<HitQuery, 'siteId' | 'span' | 'zone'>;
}

/** Selects the visitors with rows that the sums lack, and the days of those, as the table `unsummed`. */
export const selectUnsummed = ({ query: { siteId, span, zone } }: DaysOfSite): Sql => {
  const rows = sql`site_id = ${siteId} and ${within('created_at', span && coverDays(span, zone))}`;
  return sql`unsummed as materialized (select distinct visitor_hash, day from (${selectUnsummedDays(rows)}))`;
};

/** Finds the days that rows of the visitors in `unsummed` are on; null: there are none. */
export const findLateDays = async (read: Read, days: DaysOfSite): Promise<Span | null> => {
  const site = sql`site_id = ${days.query.siteId}`;
  const [found] = await read<{ first: Date | null; last: Date | null }>(sql`
    with ${selectUnsummed(days)},
    seen_before as (
      select first_day, last_day from fresh_visitors
        where ${site} and first_day is not null and visitor_hash in (select visitor_hash from unsummed)
      union all
      select first_day, last_day from visitors where ${site} and visitor_hash in (
        select visitor_hash from unsummed
        where visitor_hash not in (select visitor_hash from fresh_visitors where ${site})))
    select min(first) as "first", max(last) as "last" from (
      select day as first, day as last from unsummed union all select first_day, last_day from seen_before)`);
  return found?.first && found.last ? spanOfDates(found.first, found.last, days.query.zone) : null;
};

/** Returns the condition for rows of the visitors in `unsummed`, on whole days. */
export const ofLateVisitors = ({ query: { siteId } }: DaysOfSite, days: Span): Sql =>
  sql`site_id = ${siteId} and ${within('created_at', days)} and visitor_hash in (select visitor_hash from unsummed)`;
