/**
 * How long and how far pages were read. A report of engagement belongs to the hits of its visitor, path and UTC day that came
 * before it: one without any counts for nothing, nor do more seconds than have passed since.
 */
import type { PageEngagement, VisitSums } from '../../../core/hits/answers.ts';
import { ENGAGED_VISIT_SECONDS, MAX_REPORT_LEAD_SECONDS } from '../../../core/hits/engagement.ts';
import type { EngagedPages, HitQuery } from '../../../core/hits/query.ts';
import { coverDays, type Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { type EngagementFigures, toPageEngagement } from '../../engagement-figures.ts';
import { toWhere } from '../queries/conditions.ts';
import { areMultiples } from '../queries/units.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { filtersVisits, selectMatching } from './matching.ts';
import { readVisits } from './source.ts';

/** Returns the condition for reports of a site on all UTC days of a span. */
const isReported = (siteId: number, span: Span | null): Sql =>
  sql`site_id = ${siteId} and visitor_hash is not null and ${within('created_at', span && coverDays(span))}`;

/** Returns the condition that a report has no more seconds than passed since a hit. */
const isPlausible = (hitAt: Sql): Sql =>
  sql`reports.created_at >= ${hitAt} and reports.engaged_seconds * 1000 <=
    epoch_ms(reports.created_at) - epoch_ms(${hitAt}) + ${raw(String(MAX_REPORT_LEAD_SECONDS * 1000))}`;

const FIGURES = raw(`count(*) as views, avg(seconds) as mean_seconds, median(seconds) as median_seconds,
  avg(depth) as mean_depth, median(depth) as median_depth`);

/** Selects the first hit of each visitor, page and day of a query, in some pages: most hits know it of themselves. For `readVisits`. */
const selectFirstHits = (query: HitQuery, ofPages: Sql): Sql => {
  const { siteId, span, filters } = query;
  const key = raw('visitor_hash, hash(path) as page, created_at::date as day');
  const isWhole = span === null || areMultiples([span.start, span.end], DAY_MS);
  if (filters.length === 0 && isWhole)
    return sql`select ${key}, created_at as first_at from hits
      where site_id = ${siteId} and is_unique and ${within('created_at', span)} and ${ofPages}`;
  const hits = filtersVisits(query)
    ? sql`(${selectMatching(query)})`
    : sql`(select created_at, visitor_hash, path from hits where ${toWhere(query)})`;
  return sql`select ${key}, min(created_at) as first_at from ${hits} where visitor_hash is not null and ${ofPages} group by all`;
};

/** Returns the engagement of the pages of a query's hits. */
export const queryPageEngagement = async (
  read: Read,
  query: HitQuery,
  pages: EngagedPages,
): Promise<PageEngagement[]> => {
  if (query.kind !== 'hit' || !(await hasReports(read, query))) return [];
  const ofPages = typeof pages === 'string' ? raw('true') : sql`path in (select unnest(${pages}::varchar[]))`;
  const path = raw(pages === 'together' ? 'null::varchar' : 'any_value(path)');
  const statement = sql`
    select path, ${FIGURES} from (
      select ${path} as path, max(engaged_seconds) as seconds, max(scroll_depth) as depth
      from (select *, hash(path) as page, created_at::date as day from engagements
          where ${isReported(query.siteId, query.span)} and ${ofPages}) reports
        join (${selectFirstHits(query, ofPages)}) firsts using (visitor_hash, page, day)
      where ${isPlausible(raw('first_at'))}
      group by visitor_hash, page, day, view)
    group by path`;
  const rows = filtersVisits(query)
    ? await readVisits<EngagementFigures>(read, query, statement)
    : await read<EngagementFigures>(statement);
  return rows.map(toPageEngagement);
};

/**
 * Selects the visits of one hit, and no event, whose page was engaged: reports are of the last hit before them. For
 * `readVisits`.
 */
const selectEngagedVisits = ({ siteId, span }: Pick<HitQuery, 'siteId' | 'span'>): Sql => {
  const key = raw('visitor_hash, hash(path) as page, created_at::date as day, created_at');
  return sql`
    select visit_id from (select visit_id, ${key} as hit_at from hits_of_visits
        where visit_hits = 1 and visit_events = 0) bounces
      join (select ${key}, engaged_seconds from engagements where ${isReported(siteId, span)}
        and engaged_seconds >= ${ENGAGED_VISIT_SECONDS}) reports using (visitor_hash, page, day)
    where ${isPlausible(raw('hit_at'))} and not exists (
      select 1 from (select ${key} as later_at from hits where ${isReported(siteId, span)} and not is_unique) later
      where later.visitor_hash = bounces.visitor_hash and later.page = bounces.page and later.day = bounces.day
        and later_at > hit_at and later_at <= reports.created_at)`;
};

/** Returns whether the days of a query have reports of so many seconds: most sites have none at all. */
export const hasReports = async (
  read: Read,
  { siteId, span }: Pick<HitQuery, 'siteId' | 'span'>,
  seconds = 0,
): Promise<boolean> => {
  const [found] = await read<{ found: boolean }>(
    sql`select exists (select 1 from engagements where ${isReported(siteId, span)}
      and engaged_seconds >= ${seconds}) as found`,
  );
  return found?.found === true;
};

/** Returns the condition for visits that would be bounces, but for their engagement. For `readVisits`. */
export const isEngagedBounce = (query: Pick<HitQuery, 'siteId' | 'span'>): Sql =>
  sql`visit_id in (${selectEngagedVisits(query)})`;

/** Takes engaged visits out of the bounces. */
export const withoutEngaged = <Sums extends VisitSums>(sums: Sums, engaged = 0): Sums => ({
  ...sums,
  bounces: sums.bounces - engaged,
});
