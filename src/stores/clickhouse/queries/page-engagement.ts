/** How long and how far pages were read, by the rules of `stores/duckdb/visits/engaged-views.ts`. */
import { coverDays } from '../../../core/days.ts';
import type { PageEngagement } from '../../../core/hits/answers.ts';
import { ENGAGED_VISIT_SECONDS, MAX_REPORT_LEAD_SECONDS } from '../../../core/hits/engagement.ts';
import type { EngagedPages, HitQuery } from '../../../core/hits/query.ts';
import { type EngagementFigures, toPageEngagement } from '../../engagement-figures.ts';
import { raw, type Sql, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { dayOf, type OfDays, within } from '../sql.ts';
import { withMatching } from './rows.ts';

type Reported = Pick<HitQuery, 'siteId' | 'span'> & OfDays;

/** Returns the condition for rows of visitors of a site on all days of a span. */
const isReported = ({ siteId, span, ...days }: Reported): Sql =>
  sql`site_id = ${siteId} and visitor_hash is not null and ${within(span && coverDays(span, days.zone), days)}`;

/** Selects reports of engagement: in the order of a join, on which no column is null. */
const selectReports = (query: Reported): Sql => sql`
  select assumeNotNull(visitor_hash) as visitor, assumeNotNull(path) as page, ${dayOf(query)} as site_day, created_at as at, id,
    assumeNotNull(view) as view, assumeNotNull(engaged_seconds) as seconds, scroll_depth as depth
  from rows where kind = 'engagement' and ${isReported(query)}`;

/** Returns the condition that a report has no more seconds than passed since a hit. */
const isPlausible = (hitAt: Sql): Sql =>
  sql`at >= ${hitAt} and seconds * 1000 <= toUnixTimestamp64Milli(at) - toUnixTimestamp64Milli(${hitAt})
    + ${raw(String(MAX_REPORT_LEAD_SECONDS * 1000))}`;

/** Returns the engagement of the pages of a query's hits. */
export const queryPageEngagement = async (
  read: Read,
  query: HitQuery,
  pages: EngagedPages,
): Promise<PageEngagement[]> => {
  if (query.kind !== 'hit' || !(await hasReports(read, query))) return [];
  // Visits do not have the day in their lists.
  const day = dayOf({ ...query, hasStoredDays: false });
  const ofPaths = typeof pages === 'string' ? raw('true') : sql`has(${[...pages]}, page)`;
  const rows = await read<EngagementFigures>(sql`${withMatching(query, { columns: ['path'] })},
    pages as (select assumeNotNull(visitor_hash) as visitor, assumeNotNull(path) as page, ${day} as site_day,
        min(created_at) as first_at
      from matching where visitor_hash is not null and path is not null group by visitor, page, ${day}),
    views as (select page, max(reports.seconds) as seconds, max(reports.depth) as depth
      from (${selectReports(query)}) as reports inner join pages using (visitor, page, site_day)
      where ${ofPaths} and ${isPlausible(raw('first_at'))} group by visitor, page, site_day, view)
    select ${raw(pages === 'together' ? 'cast(null as Nullable(String))' : 'page')} as path, count() as views,
      avg(seconds) as mean_seconds, quantileExactInclusive(0.5)(seconds) as median_seconds,
      avg(depth) as mean_depth, quantileExactInclusiveOrNull(0.5)(depth) as median_depth
    from views group by path having views > 0`);
  return rows.map(toPageEngagement);
};

/** Returns whether the days of a query have reports of so many seconds: most sites have none at all. */
export const hasReports = async (read: Read, query: Reported, seconds = 0): Promise<boolean> => {
  const [found] = await read<{ reports: number }>(
    sql`select count() as reports from rows where kind = 'engagement' and ${isReported(query)}
      and engaged_seconds >= ${seconds}`,
  );
  return (found?.reports ?? 0) > 0;
};

/** Selects the visits whose first hit was engaged: by the ids that visits have. */
export const selectEngagedVisits = (query: Reported): Sql => sql`
  select hit_id * 2 from (${selectReports(query)}) as reports
    asof join (select assumeNotNull(visitor_hash) as visitor, assumeNotNull(path) as page, ${dayOf(query)} as hit_day, created_at as hit_at, id as hit_id
      from rows where kind = 'hit' and path is not null and ${isReported(query)}) as hits
    on reports.visitor = hits.visitor and reports.page = hits.page and reports.at >= hits.hit_at
  where seconds >= ${ENGAGED_VISIT_SECONDS} and site_day = hit_day and ${isPlausible(raw('hit_at'))}`;
