/** How long and how far pages were read, and which visits that keeps from being bounces: from sums by day where those have them. */

import type { PageEngagement, VisitSums } from '../../../core/hits/answers.ts';
import type { EngagedPages, HitQuery } from '../../../core/hits/query.ts';
import {
  type CountedViews,
  type EngagementFigures,
  toPageEngagement,
  toPageEngagements,
} from '../../engagement-figures.ts';
import { isIn } from '../../sql/dialect.ts';
import type { SumsState } from '../aggregates/state.ts';
import { aggregateNumber, keyNumber } from '../aggregates/sums.ts';
import { toWhere } from '../queries/conditions.ts';
import { unionAll } from '../queries/parts.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { selectEngagedVisits, selectFirstHits, selectViews, VIEW_PATH } from './engaged-views.ts';
import { type EngagedParts, hasReportsOn, isOnDays, splitEngaged } from './engagement-sums.ts';
import { filtersVisits, selectMatching } from './matching.ts';
import { readVisits } from './source.ts';
import { findPage } from './summed-totals.ts';

/** Numbers of what is counted of views: those of their sums. */
const MEASURES = { seconds: aggregateNumber('seconds'), depth: aggregateNumber('depths') } as const;

type Reported = Pick<HitQuery, 'siteId' | 'span' | 'zone'>;

const isOf = (pages: EngagedPages, path = 'path'): Sql =>
  typeof pages === 'string' ? raw('true') : isIn(raw(path), pages);

/** Selects the hits of a query, in some pages, that reports can be of. */
const selectHits = (query: HitQuery, ofPages: Sql): Sql => {
  if (filtersVisits(query))
    return sql`(select ${query.siteId} as site_id, visitor_hash, path, created_at, day from (${selectMatching(query)})
      where visitor_hash is not null and ${ofPages})`;
  return sql`(select site_id, visitor_hash, path, created_at, day from hits
    where visitor_hash is not null and ${toWhere(query)} and ${ofPages})`;
};

/** Selects the numbers of views by `path`, `measure` and `value` from rows; a path is null where pages count together. */
const selectValues = (query: HitQuery, pages: EngagedPages): Sql => {
  const ofPages = isOf(pages);
  const hits = selectHits(query, ofPages);
  const path = pages === 'together' ? raw('null::varchar as path') : VIEW_PATH;
  const views = selectViews(sql`${isOnDays(query)} and ${ofPages}`, selectFirstHits(hits), path);
  return sql`select path, measure, value, count(*) as views
    from (select path, unnest([${MEASURES.seconds}, ${MEASURES.depth}]) as measure, unnest([seconds, depth]) as value from (${views}))
    where value is not null group by all`;
};

/** Selects the figures of views by `path`, `measure` and `value`. A median of an even number is between two values. */
const selectFigures = (values: Sql): Sql => {
  const of = (name: string, measure: Sql) => sql`max(${raw(name)}) filter (where measure = ${measure})`;
  return sql`
    select path, ${of('total', MEASURES.seconds)}::bigint as views,
      ${of('mean', MEASURES.seconds)} as mean_seconds, ${of('median', MEASURES.seconds)} as median_seconds,
      ${of('mean', MEASURES.depth)} as mean_depth, ${of('median', MEASURES.depth)} as median_depth
    from (
      select path, measure, max(total) as total, sum(value * views)::double / max(total) as mean,
        (min(value) filter (where upto * 2 >= total) + min(value) filter (where upto * 2 > total)) / 2 as median
      from (
        select *, sum(views) over (partition by path, measure order by value) as upto,
          sum(views) over (partition by path, measure) as total
        from (select path, measure, value, sum(views) as views from (${values}) group by all))
      group by path, measure)
    group by path`;
};

/** Selects the views of few pages as `CountedViews`: planning their figures takes longer than to work them out here. */
const selectCounted = (values: Sql): Sql => sql`
  select path, measure = ${MEASURES.depth} as "isDepth", list(value) as "values", list(views) as views
  from (select path, measure, value, sum(views)::bigint as views from (${values}) group by all)
  group by path, measure`;

/** Selects the sums of some pages, or of all together. */
const selectSumsOf = (query: HitQuery, pages: EngagedPages, days: Sql): Sql => {
  const page = findPage(query);
  const isTogether = pages === 'together' && page === undefined;
  const key = pages === 'together' ? sql`key = ${page ?? null}` : isOf(pages, 'key');
  return sql`select ${raw(pages === 'together' ? 'null::varchar' : 'key')} as path, aggregate as measure, since as value, hits as views
    from sums where site_id = ${query.siteId} and aggregate in (${MEASURES.seconds}, ${MEASURES.depth})
      and dimension = ${keyNumber(isTogether ? 'none' : 'path')} and ${days} and ${isTogether ? raw('true') : key}`;
};

/** Selects the numbers of views of a query without other filters than that of a page: from sums, and from the rows that those lack. */
const selectSummedValues = (query: HitQuery, pages: EngagedPages, { days, spans }: EngagedParts): Sql =>
  unionAll([selectSumsOf(query, pages, days), ...spans.map(span => selectValues({ ...query, span }, pages))]);

/** A query, and whether sums may answer it. */
interface EngagementRequest {
  readonly query: HitQuery;
  readonly state: SumsState;
}

/** Returns whether sums of pages by day tell which views a query means. */
const isSummed = ({ query, state }: EngagementRequest, pages: EngagedPages): boolean =>
  state.isUsed &&
  (query.filters.length === 0 ||
    (pages === 'together' && findPage(query) !== undefined && !filtersVisits(query)));

/** Returns the engagement of the pages of a query's hits. Needs a transaction. */
export const queryPageEngagement = async (
  read: Read,
  request: EngagementRequest,
  pages: EngagedPages,
): Promise<PageEngagement[]> => {
  const { query } = request;
  if (query.kind !== 'hit') return [];
  const parts = isSummed(request, pages) ? await splitEngaged(read, query) : undefined;
  if (!(parts?.hasReports ?? (await hasReports(read, query)))) return [];
  const values = parts ? selectSummedValues(query, pages, parts) : selectValues(query, pages);
  const readAll = <Row>(statement: Sql): Promise<Row[]> =>
    filtersVisits(query) ? readVisits<Row>(read, query, statement) : read<Row>(statement);
  return pages === 'each'
    ? (await readAll<EngagementFigures>(selectFigures(values))).map(toPageEngagement)
    : toPageEngagements(await readAll<CountedViews>(selectCounted(values)));
};

/** Returns whether the days of a query have reports of so many seconds: most sites have none at all. */
export const hasReports = async (read: Read, query: Reported, seconds = 0): Promise<boolean> => {
  const [found] = await read<{ found: boolean }>(sql`select ${hasReportsOn(query, seconds)} as found`);
  return found?.found === true;
};

/** Returns the condition for visits that would be bounces, but for their engagement. For `readVisits`. */
export const isEngagedBounce = (query: Reported): Sql => {
  const bounces = raw('select * from hits_of_visits where visit_hits = 1 and visit_events = 0');
  return sql`visit_id in (select visit_id from (${selectEngagedVisits({ bounces, rows: isOnDays(query) })}))`;
};

/** Takes engaged visits out of the bounces. */
export const withoutEngaged = <Sums extends VisitSums>(sums: Sums, engaged = 0): Sums => ({
  ...sums,
  bounces: sums.bounces - engaged,
});
