/** Selects sums of whole days and quarters of an hour. */
import { toDays } from '../../../core/days.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { raw, type Sql, sql, withinDays } from '../sql/sql.ts';
import { isOf } from './sums.ts';

/** A quarter of an hour. */
export const SLOT_MS = 900_000;

/** Selects the hits of some sites by quarter of an hour, as `site_id`, `slot`, `hits` and `unique_hits`. */
export const selectSlots = (sites: Sql, span: Span | null): Sql => {
  const isWithin = span
    ? sql`since >= ${Math.ceil(+span.start / SLOT_MS)} and since < ${Math.ceil(+span.end / SLOT_MS)}`
    : raw('true');
  return sql`select site_id, make_timestamp_ms(since::bigint * ${raw(String(SLOT_MS))}) as slot, hits, unique_hits from sums
    where ${sites} and ${isOf('slots', 'none')} and ${isWithin}`;
};

/** A query of whole days of a site. */
type DaysOfSite = Pick<HitQuery, 'siteId' | 'span' | 'zone'>;

/** Selects the days of visitors that are the first (last) of them in a span, by their first (last) page, as `day`, `key` and `visitors`. */
export const selectVisitorDays = (name: 'entries' | 'exits', { siteId, span, zone }: DaysOfSite): Sql => {
  const days = span && toDays(span, zone);
  const isOther =
    name === 'entries' ? sql`day - since < ${days?.start ?? null}` : sql`day + since >= ${days?.end ?? null}`;
  return sql`select day, key, visits as visitors from sums
    where site_id = ${siteId} and ${isOf(name, name === 'entries' ? 'entry_page' : 'exit_page')}
      and ${withinDays('day', span, zone)} and (since = 0 or ${days ? isOther : raw('false')})`;
};

/** Returns the number of visitors with one hit in a span. */
export const sumSingles = ({ siteId, span, zone }: DaysOfSite): Sql => {
  const days = span && toDays(span, zone);
  const isOnly = days
    ? sql`(since = 0 or day - since < ${days.start}) and (key = '0' or day + key::integer >= ${days.end})`
    : raw("since = 0 and key = '0'");
  return sql`(select coalesce(sum(visits), 0) from sums where site_id = ${siteId} and ${isOf('singles', 'none')}
    and ${withinDays('day', span, zone)} and ${isOnly})`;
};
