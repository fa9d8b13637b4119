/** Counts of a query's rows: totals, groups and series. */
import type { Engagement, GroupRow, SeriesBucket, Totals, VisitSums } from '../../../core/hits/answers.ts';
import {
  type Dimension,
  type GroupOptions,
  type GroupOrder,
  type HitQuery,
  hasVisits,
  type SeriesOptions,
  type TotalsOptions,
} from '../../../core/hits/query.ts';
import type { Read } from '../client.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { containsText } from './filters.ts';
import { withMatching } from './rows.ts';

/** Counts rows, and hits that are unique. */
export const HIT_COUNTS = raw('count() as hits, countIf(coalesce(is_unique, false)) as unique_hits');

export async function countRows(read: Read, query: HitQuery): Promise<number> {
  const [row] = await read<{ hits: number }>(
    sql`${withMatching(query)} select count() as hits from matching`,
  );
  return row?.hits ?? 0;
}

export async function queryTotals(
  read: Read,
  query: HitQuery,
  { countsVisits = false }: TotalsOptions = {},
): Promise<Totals> {
  const [row] = await read<{
    hits: number;
    unique_hits: number;
    visitors: number;
    paths: number;
    visits: number;
  }>(
    sql`${withMatching(query, { needsVisits: countsVisits })} select ${HIT_COUNTS},
      uniqExact(visitor_hash) as visitors, uniqExact(path) as paths, uniqExact(visit_id) as visits from matching`,
  );
  return {
    hits: row?.hits ?? 0,
    uniqueHits: row?.unique_hits ?? 0,
    visitors: row?.visitors ?? 0,
    paths: query.kind === 'hit' ? (row?.paths ?? 0) : 0,
    ...(countsVisits && { visits: row?.visits ?? 0 }),
  };
}

const ORDER: Readonly<Record<GroupOrder, Sql>> = {
  hits: raw('hits'),
  visitors: raw('visitors'),
  visits: raw('visits'),
};

interface GroupCounts {
  readonly key: string | null;
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly visits: number;
}

/** Whether groups are of visitors: entry and exit pages of what each did in the span. */
const isOfVisitors = ({ kind, attribution }: HitQuery, dimension: Dimension): boolean =>
  kind === 'hit' && attribution !== 'visit' && (dimension === 'entry_page' || dimension === 'exit_page');

/** What is grouped. */
interface GroupsRequest extends Pick<GroupOptions, 'search' | 'countsVisitors'> {
  readonly query: HitQuery;
  readonly dimension: Dimension;
}

/** Returns the statement's table `groups`: `key`, `hits`, `unique_hits`, `visitors` and `visits`. */
export const withGroups = ({ query, dimension, search, countsVisitors = false }: GroupsRequest): Sql => {
  const ofVisitors = isOfVisitors(query, dimension);
  const counts = ofVisitors ? raw('uniqExact(visitor_hash) as hits, 0 as unique_hits') : HIT_COUNTS;
  const visitors = hasVisits(query.kind) ? raw('uniqExact(visitor_hash)') : raw('0');
  return sql`${withMatching(query, { dimension, needsVisits: countsVisitors })},
    groups as (select key, ${counts}, ${visitors} as visitors, uniqExact(visit_id) as visits from matching
      where ${ofVisitors ? raw('visitor_hash is not null') : raw('true')}
        and ${search === undefined ? raw('true') : sql`coalesce(${containsText(raw('key'), search)}, false)`}
      group by key)`;
};

export async function queryGroups(
  read: Read,
  request: GroupsRequest & GroupOptions,
): Promise<{ readonly rows: GroupRow[]; readonly total: number }> {
  const { offset, limit, countsVisitors = false, orderBy = 'hits' } = request;
  const groups = withGroups(request);
  const rows = await read<GroupCounts>(
    sql`${groups} select * from groups order by ${ORDER[orderBy]} desc, key asc nulls last limit ${limit} offset ${offset}`,
  );
  const isWhole = offset === 0 && rows.length < limit;
  const [counted] = isWhole
    ? [{ total: rows.length }]
    : await read<{ total: number }>(sql`${groups} select count() as total from groups`);
  return {
    rows: rows.map(row => ({
      key: row.key,
      hits: row.hits,
      uniqueHits: row.unique_hits,
      ...(countsVisitors && { visitors: row.visitors, visits: row.visits }),
    })),
    total: counted?.total ?? 0,
  };
}

/** Sums over distinct visits. */
const SUMS =
  raw(`count() as visits, countIf(visit_hits = 1 and visit_events = 0) as bounces, sum(visit_hits) as hits,
  sum(visit_duration_ms) / 1000 as seconds`);

interface SumsRow {
  readonly visits: number;
  readonly bounces: number;
  readonly hits: number;
  readonly seconds: number;
}

const toSums = (row: SumsRow | undefined): VisitSums => ({
  visits: row?.visits ?? 0,
  bounces: row?.bounces ?? 0,
  hits: row?.hits ?? 0,
  totalDurationSeconds: row?.seconds ?? 0,
});

export async function queryEngagement(read: Read, query: HitQuery): Promise<Engagement> {
  if (query.kind !== 'hit') return { ...toSums(undefined), visitors: 0 };
  const [row] = await read<SumsRow & { visitors: number }>(
    sql`${withMatching(query, { needsVisits: true })} select ${SUMS}, uniqExact(visitor_hash) as visitors from (
      select visit_id, any(visit_hits) as visit_hits, any(visit_events) as visit_events,
        any(visit_duration_ms) as visit_duration_ms, any(visitor_hash) as visitor_hash
      from matching where visit_id is not null group by visit_id)`,
  );
  return { ...toSums(row), visitors: row?.visitors ?? 0 };
}

/** Returns the expression of the start of a row's bucket, in milliseconds. Rows have to be within the edges. */
export const toBucket = (edges: readonly Date[]): Sql =>
  sql`roundDown(toUnixTimestamp64Milli(created_at), ${edges.map(edge => +edge)})`;

/** A query of `series`. */
interface SeriesRequest extends SeriesOptions {
  readonly query: HitQuery;
  readonly edges: readonly Date[];
}

export async function querySeries(
  read: Read,
  { query: given, edges, countsVisitors = false, countsEngagement = false }: SeriesRequest,
): Promise<SeriesBucket[]> {
  const [start, end] = [edges[0], edges.at(-1)];
  if (!start || !end || edges.length < 2) return [];
  const query = { ...given, span: { start, end } };
  const visitors = hasVisits(query.kind) ? raw('uniqExact(visitor_hash)') : raw('0');
  const rows = await read<Omit<GroupCounts, 'key'> & { bucket: number }>(
    sql`${withMatching(query, { needsVisits: countsVisitors })} select ${toBucket(edges)} as bucket, ${HIT_COUNTS},
      ${visitors} as visitors, uniqExact(visit_id) as visits from matching group by bucket`,
  );
  const sums =
    countsEngagement && query.kind === 'hit'
      ? await read<SumsRow & { bucket: number }>(
          sql`${withMatching(query, { needsVisits: true })} select bucket, ${SUMS} from (
            select ${toBucket(edges)} as bucket, visit_id, any(visit_hits) as visit_hits, any(visit_events) as visit_events,
              any(visit_duration_ms) as visit_duration_ms
            from matching where visit_id is not null group by bucket, visit_id) group by bucket`,
        )
      : [];
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
