/**
 * Pages of the visits that began with a value, such as a source, from sums by week. The days of partial weeks are read from rows, and
 * visitors with rows that the sums lack are corrected as in other sums of visits.
 */

import { coverDays, startOfDate, toDays } from '../../../core/days.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS, WEEK_MS } from '../../../lib/time-units.ts';
import { toFilterSql } from '../queries/filters.ts';
import { extendSpan, type SpanParts, splitAt, unionAll } from '../queries/parts.ts';
import { findPagedNumber } from '../rollups/visit-pages.ts';
import { exists, join, type Read, raw, type Sql, sql, withinDays } from '../sql/sql.ts';
import { isOfVisit, selectMatching } from './matching.ts';
import { findVisitSource, withVisits } from './source.ts';
import { isStale } from './summed-days.ts';
import { selectAnonymousHits, selectCorrections } from './summed-groups.ts';

const NO_VISITORS = raw('0 as visitors, 0 as visits');

/** Finds the number of the one dimension of visits that all filters of a query compare. */
const findNumber = (query: HitQuery): Sql | undefined => {
  const [filter, ...others] = query.filters;
  if (query.kind !== 'hit' || !filter || !isOfVisit(query, filter.dimension)) return undefined;
  return others.every(({ dimension }) => dimension === filter.dimension)
    ? findPagedNumber(filter.dimension)
    : undefined;
};

/** Returns the weeks that a span is in, whole. Their dates are multiples of seven days since 1970. */
const coverWeeks = (span: Span, zone: string | undefined): Span => {
  const { start, end } = toDays(span, zone);
  return {
    start: startOfDate(new Date(Math.floor(+start / WEEK_MS) * WEEK_MS), zone),
    end: startOfDate(new Date(Math.ceil(+end / WEEK_MS) * WEEK_MS), zone),
  };
};

/** Splits a span into whole weeks and the rest; undefined when it has no whole week. */
const splitWeeks = (span: Span | null, zone: string | undefined): SpanParts | undefined => {
  if (span === null) return { wholeUnits: null, partialUnits: [] };
  const weeks = coverWeeks(span, zone);
  const inWeek = (instant: Date, days: number): Date =>
    coverWeeks({ start: new Date(+instant + days * DAY_MS), end: instant }, zone).start;
  return splitAt(span, {
    start: +weeks.start === +span.start ? span.start : inWeek(weeks.start, 8),
    end: +weeks.end === +span.end ? span.end : inWeek(weeks.end, -6),
  });
};

/** Selects the sums of whole weeks. */
const selectWeeks = ({ siteId, span, zone, filters }: HitQuery, number: Sql): Sql => {
  const conditions = [
    sql`site_id = ${siteId} and dimension = ${number} and ${withinDays('week', span, zone)}`,
    ...filters.map(filter => toFilterSql({ value: raw('key') }, filter)),
  ];
  return sql`select pages.path as key, hits, unique_hits, ${NO_VISITORS}
    from (select page, sum(hits) as hits, sum(unique_hits) as unique_hits from visit_pages
      where ${join(conditions, ' and ')} group by page) left join pages using (page)`;
};

/** Selects the pages of days from rows. */
const selectDays = async (read: Read, query: HitQuery): Promise<Sql> => {
  const source = await findVisitSource(read, {
    siteId: query.siteId,
    zone: query.zone,
    days: query.span && coverDays(query.span, query.zone),
  });
  const pages = sql`select key, count(*) as hits, count(*) filter (where is_unique) as unique_hits, ${NO_VISITORS}
    from (${selectMatching(query)}) group by key`;
  return sql`(${withVisits(source, pages)})`;
};

/** Returns whether a site has such sums, and they are up to date. */
const hasSums = async (read: Read, siteId: number): Promise<boolean> =>
  (await exists(read, sql`from visit_page_sites where site_id = ${siteId}`)) &&
  !(await isStale(read, siteId));

/**
 * Returns a select of the pages of a query, without visitors and visits; undefined where raw rows have to answer. Its statements have to
 * run in one transaction.
 */
export const findSummedPages = async (read: Read, query: HitQuery): Promise<Sql | undefined> => {
  const number = findNumber(query);
  if (!number || !(await hasSums(read, query.siteId))) return undefined;
  const { siteId, span, zone } = query;
  const units = span && coverWeeks(span, zone);
  const extended = span && units && (await extendSpan(read, { span, units, hits: sql`site_id = ${siteId}` }));
  const parts = splitWeeks(extended, zone);
  if (!parts) return undefined;
  const groups = {
    query: { ...query, span: parts.wholeUnits },
    dimension: 'path',
    isOfHits: true,
    filtersVisits: true,
  } as const;
  const corrections = await selectCorrections(read, groups);
  const days = [];
  for (const part of parts.partialUnits) days.push(await selectDays(read, { ...query, span: part }));
  const selects = [
    selectWeeks(groups.query, number),
    ...(corrections ? [sql`(${corrections})`] : []),
    selectAnonymousHits(groups),
    ...days,
  ];
  return sql`select key, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits, ${NO_VISITORS}
    from (${unionAll(selects)}) group by key having sum(hits) > 0`;
};
