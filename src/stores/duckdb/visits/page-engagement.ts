/**
 * How long and how far pages were read. A report of engagement belongs to the hits of its visitor, path and UTC day that came
 * before it: one without any counts for nothing, nor do more views than hits, nor more seconds than have passed since.
 */
import type { PageEngagement, VisitSums } from '../../../core/hits/answers.ts';
import { ENGAGED_VISIT_SECONDS, MAX_REPORT_LEAD_SECONDS } from '../../../core/hits/engagement.ts';
import type { EngagedPages, HitQuery } from '../../../core/hits/query.ts';
import { coverDays, type Span } from '../../../core/span.ts';
import { toWhere } from '../queries/conditions.ts';
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

interface FiguresRow {
  readonly path: string | null;
  readonly views: number;
  readonly mean_seconds: number;
  readonly median_seconds: number;
  readonly mean_depth: number | null;
  readonly median_depth: number | null;
}

/** Returns the engagement of the pages of a query's hits. */
export const queryPageEngagement = async (
  read: Read,
  query: HitQuery,
  pages: EngagedPages,
): Promise<PageEngagement[]> => {
  if (query.kind !== 'hit' || !(await hasReports(read, query))) return [];
  const ofPaths = typeof pages === 'string' ? raw('true') : sql`path in (select unnest(${pages}::varchar[]))`;
  const isTogether = pages === 'together';
  const hits = filtersVisits(query)
    ? sql`select * from (${selectMatching(query)})`
    : sql`select created_at, visitor_hash, path from hits where ${toWhere(query)}`;
  const statement = sql`
    select ${raw(isTogether ? 'null::varchar' : 'path')} as path, ${FIGURES} from (
      select reports.path, max(engaged_seconds) as seconds, max(scroll_depth) as depth, any_value(pages.hits) as hits,
        row_number() over (partition by reports.visitor_hash, reports.path, pages.day order by min(reports.id)) as number
      from (select *, created_at::date as day from engagements where ${isReported(query.siteId, query.span)} and ${ofPaths}) reports
        join (select visitor_hash, path, created_at::date as day, min(created_at) as first_at, count(*) as hits
          from (${hits}) where visitor_hash is not null and ${ofPaths} group by all) pages
        on reports.visitor_hash = pages.visitor_hash and reports.path = pages.path and reports.day = pages.day
      where ${isPlausible(raw('first_at'))}
      group by reports.visitor_hash, reports.path, pages.day, reports.view)
    where number <= hits ${raw(isTogether ? '' : 'group by path')}`;
  const rows = filtersVisits(query)
    ? await readVisits<FiguresRow>(read, query, statement)
    : await read<FiguresRow>(statement);
  return rows.filter(({ views }) => views > 0).map(toPageEngagement);
};

const toPageEngagement = (row: FiguresRow): PageEngagement => ({
  path: row.path,
  views: row.views,
  engagedSeconds: { mean: row.mean_seconds, median: row.median_seconds },
  scrollDepth:
    row.mean_depth === null || row.median_depth === null
      ? null
      : { mean: row.mean_depth, median: row.median_depth },
});

/** Selects the visits whose first hit was engaged: by the ids that visits have. */
const selectEngagedVisits = ({ siteId, span }: Pick<HitQuery, 'siteId' | 'span'>): Sql => sql`
  select pages.id * 2 from (select * from engagements where ${isReported(siteId, span)}
      and engaged_seconds >= ${ENGAGED_VISIT_SECONDS}) reports
    asof join (select id, visitor_hash, path, created_at from hits where ${isReported(siteId, span)}) pages
    on reports.visitor_hash = pages.visitor_hash and reports.path = pages.path and reports.created_at >= pages.created_at
  where reports.created_at::date = pages.created_at::date and ${isPlausible(raw('pages.created_at'))}`;

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

/** Returns the condition for visits of one hit, and no event, that was engaged: they are no bounces. */
export const isEngagedBounce = (query: Pick<HitQuery, 'siteId' | 'span'>): Sql =>
  sql`visit_hits = 1 and visit_events = 0 and visit_id in (${selectEngagedVisits(query)})`;

/** Takes engaged visits out of the bounces. */
export const withoutEngaged = <Sums extends VisitSums>(sums: Sums, engaged = 0): Sums => ({
  ...sums,
  bounces: sums.bounces - engaged,
});
