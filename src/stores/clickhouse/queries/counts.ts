/** Counts of a query's rows: totals, groups and series. */
import { areMidnights, dateOf } from '../../../core/days.ts';
import type { Engagement, Groups, SeriesBucket, Totals, VisitSums } from '../../../core/hits/answers.ts';
import { ENGAGED_VISIT_SECONDS } from '../../../core/hits/engagement.ts';
import {
  type Dimension,
  type GroupOptions,
  type HitQuery,
  hasVisits,
  type SeriesOptions,
  type TotalsOptions,
} from '../../../core/hits/query.ts';
import { containsText } from '../../sql/filters.ts';
import { join, raw, type Sql, sql } from '../../sql/fragment.ts';
import { type CountedGroup, readKeyedGroups } from '../../sql/group-page.ts';
import type { Read } from '../client.ts';
import { dayOf, type OfDays, partsWithin, within } from '../sql.ts';
import { hasReports, selectEngagedVisits } from './page-engagement.ts';
import {
  isOf,
  isOfWholeVisits,
  isPlain,
  PLACE,
  toCondition,
  toKey,
  withMatching,
  withMatchingVisits,
} from './rows.ts';
import type { VisitHints } from './stored-visits.ts';

/** Counts rows, and unique hits. */
export const HIT_COUNTS = raw('count() as hits, countIf(coalesce(is_unique, false)) as unique_hits');

/** Returns the rows of a query that has all it asks for in them: a `from` with its condition. */
const fromRows = (query: HitQuery): Sql =>
  sql`from rows where ${isOf(query)} and ${within(query.span, query)} and ${toCondition(query)}`;

/** Whether rows are counted by daily sums where there are some. */
export const countsSums = (query: HitQuery): boolean => isPlain(query, {});

export async function countRows(read: Read, query: HitQuery): Promise<number> {
  const [row] = await read<{ hits: number }>(
    isPlain(query, {})
      ? sql`select count() as hits ${fromRows(query)}`
      : sql`${withMatching(query)} select count() as hits from matching`,
  );
  return row?.hits ?? 0;
}

interface TotalsRow {
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly paths: number;
  readonly visits: number;
}

/** Whether a site has so few rows that to look for their sums takes longer than to read them. */
const isSmall = ({ kind, hasStoredVisits = true }: HitQuery & VisitHints): boolean =>
  hasVisits(kind) && !hasStoredVisits;

const PATHS = raw('uniqExact(path)');

/** Whether the paths of rows are counted by the sums that there are by path, whichever sums other statements use. */
const hasSumsOfPaths = (query: HitQuery & VisitHints): boolean =>
  !isSmall(query) && query.filters.every(({ dimension }) => dimension === 'path');

/** Returns the expression that counts the paths of rows by these sums. */
export const countSummedPaths = (query: HitQuery): Sql => {
  const parts = partsWithin(query.span, query).map(
    part =>
      sql`select path from rows where ${isOf(query)} and ${part} and ${toCondition(query)} group by path`,
  );
  return sql`(select ${PATHS} from (${join(parts, ' union all ')}) settings optimize_use_projections = 1)`;
};

/** Returns the statement of totals: without filters, from whole visits. */
const selectTotals = (
  query: HitQuery & VisitHints,
  { countsVisits, omitsPaths }: Required<Pick<TotalsOptions, 'countsVisits' | 'omitsPaths'>>,
): Sql => {
  const own = fromRows(query);
  if (countsVisits && hasVisits(query.kind) && query.filters.length === 0) {
    const paths = hasSumsOfPaths(query) ? countSummedPaths(query) : sql`(select ${PATHS} ${own})`;
    return sql`select sum(matching.hits) as hits, sum(matching.unique_hits) as unique_hits, uniqExact(visitor_hash) as visitors,
        count(visit_id) as visits, ${omitsPaths ? raw('0') : paths} as paths
      from (${withMatchingVisits(query)} select * from matching) as matching`;
  }
  if (countsVisits || !isPlain(query, {}))
    return sql`${withMatching(query, { needsVisits: countsVisits, columns: omitsPaths ? [] : ['path'] })} select ${HIT_COUNTS},
      uniqExact(visitor_hash) as visitors, ${omitsPaths ? raw('0') : PATHS} as paths, uniqExact(visit_id) as visits from matching`;
  const paths = hasSumsOfPaths(query) ? countSummedPaths(query) : PATHS;
  return sql`select ${HIT_COUNTS}, uniqExact(visitor_hash) as visitors, ${omitsPaths ? raw('0') : paths} as paths, 0 as visits ${own}`;
};

export async function queryTotals(
  read: Read,
  query: HitQuery & VisitHints,
  options: TotalsOptions = {},
): Promise<Totals> {
  const { countsVisits = false } = options;
  const omitsPaths = query.kind !== 'hit' || options.omitsPaths === true;
  const [row] = await read<TotalsRow>(selectTotals(query, { countsVisits, omitsPaths }));
  return {
    hits: row?.hits ?? 0,
    uniqueHits: row?.unique_hits ?? 0,
    visitors: row?.visitors ?? 0,
    paths: omitsPaths ? 0 : (row?.paths ?? 0),
    ...(countsVisits && { visits: row?.visits ?? 0 }),
  };
}

/** Whether groups count visitors: entry and exit pages of each visitor in the span. */
const isOfVisitors = ({ kind, attribution }: HitQuery, dimension: Dimension): boolean =>
  kind === 'hit' && attribution !== 'visit' && (dimension === 'entry_page' || dimension === 'exit_page');

/** A request for groups. */
interface GroupsRequest extends Pick<GroupOptions, 'search' | 'countsVisitors'> {
  readonly query: HitQuery;
  readonly dimension: Dimension;
}

const isFound = (search: string | undefined): Sql =>
  search === undefined ? raw('true') : sql`coalesce(${containsText(raw('key'), search)}, false)`;

/** Returns the table `groups` from rows alone: from daily sums, where ClickHouse keeps them. */
const sumGroups = ({ query, dimension, search }: GroupsRequest): Sql => {
  const parts = partsWithin(query.span, query).map(
    part => sql`select ${toKey(query, dimension)} as key, ${HIT_COUNTS} from rows
      where ${isOf(query)} and ${part} and ${toCondition(query)} group by key`,
  );
  return sql`groups as (select key, sum(hits) as hits, sum(unique_hits) as unique_hits, 0 as visitors, 0 as visits
    from (${join(parts, ' union all ')}) where ${isFound(search)} group by key)`;
};

/** Returns the table `groups` of the pages that visitors entered or left on. */
const groupVisitors = ({ query, dimension, search }: GroupsRequest): Sql => {
  const page = raw(dimension === 'entry_page' ? 'argMin' : 'argMax');
  return sql`pages as (select ${page}(path, ${PLACE}) as key, countIf(${toCondition(query)}) as matching from rows
      where ${isOf(query)} and ${within(query.span, query)} and visitor_hash is not null group by visitor_hash having matching > 0),
    groups as (select key, count() as hits, 0 as unique_hits, hits as visitors, 0 as visits from pages
      where ${isFound(search)} group by key)`;
};

/** Returns the table `groups` of whole visits. */
const groupVisits = ({ query, dimension, search, countsVisitors = false }: GroupsRequest): Sql => sql`
  groups as (select key, sum(matching.hits) as hits, sum(matching.unique_hits) as unique_hits,
      ${countsVisitors ? raw('uniqExact(visitor_hash)') : raw('0')} as visitors, count(visit_id) as visits
    from (${withMatchingVisits(query, dimension)} select * from matching) as matching where ${isFound(search)} group by key)`;

/** Returns the statement's table `groups`: `key`, `hits`, `unique_hits`, `visitors` and `visits`. */
export const withGroups = (request: GroupsRequest): Sql => {
  const { query, dimension, search, countsVisitors = false } = request;
  const ofVisitors = isOfVisitors(query, dimension);
  const needs = { dimension, needsVisits: countsVisitors };
  if (!countsVisitors && isPlain(query, needs)) return sql`with ${sumGroups(request)}`;
  if (!countsVisitors && ofVisitors && isPlain(query, {})) return sql`with ${groupVisitors(request)}`;
  if (isOfWholeVisits(query, needs)) return sql`with ${groupVisits(request)}`;
  // A constant key, as for a dimension that the kind lacks, would give a group even without rows.
  const counts = ofVisitors ? raw('uniqExact(visitor_hash) as hits, 0 as unique_hits') : HIT_COUNTS;
  const visitors = hasVisits(query.kind) ? raw('uniqExact(visitor_hash)') : raw('0');
  return sql`${withMatching(query, needs)},
    groups as (select key, ${counts}, ${visitors} as visitors, uniqExact(visit_id) as visits from matching
      where ${ofVisitors ? raw('visitor_hash is not null') : raw('true')} and ${isFound(search)}
      group by key having count() > 0)`;
};

/** Whether groups are made of daily sums where there are some. */
export const groupsSums = ({ query, dimension, countsVisitors = false }: GroupsRequest): boolean =>
  !countsVisitors && isPlain(query, { dimension });

export const queryGroups = (read: Read, request: GroupsRequest & GroupOptions): Promise<Groups> =>
  readKeyedGroups(read, sql`(${withGroups(request)} select * from groups)`, request);

/** Returns sums over distinct visits, and rows without one. Engaged visits are not bounces. */
const sumVisits = (engaged: Sql | null): Sql => sql`count(visit_id) as sum_visits,
  countIf(visit_id is not null and visit_hits = 1 and visit_events = 0 and ${
    engaged ? sql`visit_id not in (${engaged})` : raw('true')
  }) as sum_bounces,
  sum(visit_hits) as sum_hits, sum(visit_duration_ms) / 1000 as sum_seconds`;

/** Returns a select of the engaged visits of a query; null if there are none. */
const findEngaged = async (read: Read, query: HitQuery): Promise<Sql | null> =>
  (await hasReports(read, query, ENGAGED_VISIT_SECONDS)) ? selectEngagedVisits(query) : null;

const NO_SUMS = '0 as sum_visits, 0 as sum_bounces, 0 as sum_hits, 0 as sum_seconds';
/** One row for each visit. */
const ANY_OF_VISIT = `visit_id, any(visit_hits) as visit_hits, any(visit_events) as visit_events,
  any(visit_duration_ms) as visit_duration_ms`;

interface SumsRow {
  readonly sum_visits: number;
  readonly sum_bounces: number;
  readonly sum_hits: number;
  readonly sum_seconds: number;
}

const toSums = (row: SumsRow | undefined): VisitSums => ({
  visits: row?.sum_visits ?? 0,
  bounces: row?.sum_bounces ?? 0,
  hits: row?.sum_hits ?? 0,
  totalDurationSeconds: row?.sum_seconds ?? 0,
});

export async function queryEngagement(read: Read, query: HitQuery): Promise<Engagement> {
  if (query.kind !== 'hit') return { ...toSums(undefined), visitors: 0 };
  const visits = isOfWholeVisits(query, { needsVisits: true })
    ? sql`${withMatchingVisits(query)} select * from matching`
    : sql`${withMatching(query, { needsVisits: true })} select ${raw(ANY_OF_VISIT)}, any(visitor_hash) as visitor_hash
        from matching where visit_id is not null group by visit_id`;
  const [row] = await read<SumsRow & { visitors: number }>(
    sql`select ${sumVisits(await findEngaged(read, query))}, uniqExact(visitor_hash) as visitors from (${visits})`,
  );
  return { ...toSums(row), visitors: row?.visitors ?? 0 };
}

/** Returns the expression for the start, in milliseconds, of the bucket of a row, which must be within the edges. */
export const toBucket = (edges: readonly Date[]): Sql =>
  sql`roundDown(toUnixTimestamp64Milli(created_at), ${edges.map(edge => +edge)})`;

/** Returns the same for the bucket of a day; the edges are midnights. */
const toBucketOfDay = (edges: readonly Date[], day: Sql, { zone }: OfDays): Sql => {
  const dates = edges.map(edge => +dateOf(edge, zone));
  const date = sql`toUnixTimestamp64Milli(toDateTime64(${day}, 3, 'UTC'))`;
  return sql`transform(roundDown(${date}, ${dates}), ${dates}, ${edges.map(edge => +edge)})`;
};

/** A query of `series`. */
interface SeriesRequest extends SeriesOptions {
  readonly query: HitQuery;
  readonly edges: readonly Date[];
}

type BucketRow = CountedGroup & SumsRow & { readonly bucket: number };

/** Returns the statement that sums up rows by bucket, and their visits, if requested and if none spans two buckets. */
const selectBuckets = ({
  query,
  edges,
  countsVisitors = false,
  countsEngagement = false,
  engaged,
}: SeriesRequest & { readonly engaged: Sql | null }): Sql => {
  const needsVisits = countsVisitors || countsEngagement;
  const visitors = countsVisitors && hasVisits(query.kind) ? raw('uniqExact(visitor_hash)') : raw('0');
  const areDays = areMidnights(edges, query.zone);
  if (areDays && isOfWholeVisits(query, { needsVisits }))
    return sql`select ${toBucketOfDay(edges, raw('assumeNotNull(visit_day)'), query)} as bucket, sum(matching.hits) as hits,
        sum(matching.unique_hits) as unique_hits, ${visitors} as visitors, count(visit_id) as visits, ${sumVisits(engaged)}
      from (${withMatchingVisits(query)} select * from matching) as matching group by bucket`;
  if (!countsVisitors && isPlain(query, {})) {
    const bucket = areDays ? toBucketOfDay(edges, dayOf(query), query) : toBucket(edges);
    return sql`select ${bucket} as bucket, ${HIT_COUNTS}, 0 as visitors, 0 as visits, ${raw(NO_SUMS)}
      ${fromRows(query)} group by bucket`;
  }
  return sql`${withMatching(query, { needsVisits: countsVisitors })} select ${toBucket(edges)} as bucket, ${HIT_COUNTS},
      ${visitors} as visitors, uniqExact(visit_id) as visits, ${raw(NO_SUMS)} from matching group by bucket`;
};

/** Returns the statement that sums up the visits that are in each bucket. */
const selectVisitsOfBuckets = (query: HitQuery, edges: readonly Date[], engaged: Sql | null): Sql => sql`
  ${withMatching(query, { needsVisits: true })} select bucket, ${sumVisits(engaged)} from (
    select ${toBucket(edges)} as bucket, ${raw(ANY_OF_VISIT)}
    from matching where visit_id is not null group by bucket, visit_id) group by bucket`;

/** Whether buckets are made of daily sums where there are some. */
export const bucketsSums = ({
  query,
  edges,
  countsVisitors = false,
  countsEngagement = false,
}: SeriesRequest): boolean =>
  !(countsVisitors || countsEngagement) && areMidnights(edges, query.zone) && isPlain(query, {});

export async function querySeries(read: Read, request: SeriesRequest): Promise<SeriesBucket[]> {
  const { edges, countsVisitors = false, countsEngagement = false } = request;
  const [start, end] = [edges[0], edges.at(-1)];
  if (!start || !end || edges.length < 2) return [];
  const query = { ...request.query, span: { start, end } };
  const sumsVisits = countsEngagement && query.kind === 'hit';
  const engaged = sumsVisits ? await findEngaged(read, query) : null;
  const rows = await read<BucketRow>(
    selectBuckets({ ...request, query, countsEngagement: sumsVisits, engaged }),
  );
  const areSummed = areMidnights(edges, query.zone) && isOfWholeVisits(query, { needsVisits: true });
  const readSums = () => read<SumsRow & { bucket: number }>(selectVisitsOfBuckets(query, edges, engaged));
  const sums = !sumsVisits ? [] : areSummed ? rows : await readSums();
  const found = new Map(rows.map(row => [row.bucket, row]));
  const foundSums = new Map(sums.map(row => [row.bucket, row]));
  return edges.slice(0, -1).map(edge => {
    const row = found.get(+edge);
    return {
      hits: row?.hits ?? 0,
      uniqueHits: row?.unique_hits ?? 0,
      ...(countsVisitors && { visitors: row?.visitors ?? 0, visits: row?.visits ?? 0 }),
      ...(countsEngagement && { engagement: toSums(foundSums.get(+edge)) }),
    };
  });
}
