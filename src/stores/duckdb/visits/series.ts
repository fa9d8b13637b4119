/** Counts series by visit: visits, and rows of queries whose filters compare visits. */

import { areMidnights } from '../../../core/days.ts';
import type { SeriesBucket } from '../../../core/hits/answers.ts';
import { ENGAGED_VISIT_SECONDS } from '../../../core/hits/engagement.ts';
import { type HitQuery, hasVisits } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import type { SumsState } from '../aggregates/state.ts';
import { isOf } from '../aggregates/sums.ts';
import { unionAll } from '../queries/parts.ts';
import type { SeriesRequest } from '../queries/series.ts';
import { toBucketNumber } from '../queries/units.ts';
import { type Read, raw, type Sql, sql, within, withinDays } from '../sql/sql.ts';
import { sumEngagedVisits } from './engagement-sums.ts';
import { isMatchingVisit, selectAnonymous, selectMatching, speaksOfVisits } from './matching.ts';
import { hasReports, isEngagedBounce, withoutEngaged } from './page-engagement.ts';
import { readVisits } from './source.ts';
import { countByDay } from './summed-days.ts';
import { NO_VISITS, SUMMED_COLUMNS, toVisitSums, VISIT_SUMS, type VisitSumsRow } from './visit-sums.ts';

type Edges = Pick<SeriesRequest, 'edges'>;

/** A query whose span equals that of the edges. */
interface BucketRequest extends Edges {
  readonly query: HitQuery & { readonly span: Span };
}

/** Limits a query to the span of its edges; undefined if that is empty. */
export const toBucketRequest = ({
  query,
  edges,
}: Pick<SeriesRequest, 'query' | 'edges'>): BucketRequest | undefined => {
  const [start, end] = [edges[0], edges.at(-1)];
  return start && end && edges.length > 1 ? { query: { ...query, span: { start, end } }, edges } : undefined;
};

/** Adds the number of the bucket to rows with a `created_at` within the edges. */
export const addBucket = (rows: Sql, { edges }: Edges, name = 'bucket'): Sql => {
  const number = toBucketNumber(edges);
  if (number) return sql`select *, ${number} as ${raw(name)} from (${rows})`;
  const starts = edges.map(edge => +edge);
  return sql`select * exclude (start) from (${rows}) asof join
    (select make_timestamp_ms(unnest(${starts}::bigint[])) as start, generate_subscripts(${starts}::bigint[], 1) - 1 as ${raw(name)})
    on created_at >= start`;
};

/** Selects the visits of a query's hits with the bucket of their start, and that of their end where it may differ. */
const selectVisits = (request: BucketRequest): Sql => {
  const { query, edges } = request;
  const { start, end } = query.span;
  const visits = sql`select visit_id, visit_hits, visit_events, visit_unique_hits, visit_visitor_hash, visit_duration_ms,
      visit_created_at as created_at, visit_day as day
    from visit_rows where visit_hits > 0 and visit_created_at < ${end} and ${isMatchingVisit(query)}`;
  if (isByDays(request)) return addBucket(visits, { edges });
  const ends = sql`select * replace (created_at + to_milliseconds(visit_duration_ms) as created_at)
    from (${addBucket(visits, { edges })})`;
  return sql`${addBucket(ends, { edges }, 'last_bucket')} where created_at >= ${start}`;
};

/** Returns whether every edge is a midnight of the site, which no visit spans. */
const isByDays = ({ query, edges }: Pick<SeriesRequest, 'query' | 'edges'>): boolean =>
  areMidnights(edges, query.zone);

/** Selects the rows of those visits of a query that are in several buckets. */
const selectOfSeveral = ({ query }: BucketRequest, visits: Sql): Sql => sql`
  select created_at, day, is_unique, visitor_hash, visit_id from hits_of_visits
    where ${within('created_at', query.span)}
      and visit_id in (select visit_id from (${visits}) where bucket is distinct from last_bucket)`;

/** Selects visits with hits of a query, by bucket; one in several buckets has a row for each of them. */
const selectByVisit = (request: BucketRequest): Sql => {
  const { edges } = request;
  const visits = selectVisits(request);
  const whole = sql`select bucket, visit_hits as hits, visit_unique_hits as unique_hits, visit_visitor_hash as visitor_hash,
    1 as visits from (${visits})`;
  if (isByDays(request)) return whole;
  return unionAll([
    sql`${whole} where bucket = last_bucket`,
    sql`select bucket, count(*), count(*) filter (where is_unique), any_value(visitor_hash), 1
      from (${addBucket(selectOfSeveral(request, visits), { edges })}) group by bucket, visit_id`,
  ]);
};

/** Selects the rows of a query that belong to no visit, by bucket. */
const countAnonymous = ({ query, edges }: BucketRequest): Sql => sql`
  select bucket, count(*), 0, null::ubigint, 0 from (${addBucket(selectAnonymous(query), { edges })}) group by bucket`;

const SUMS = {
  all: raw(`sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits, count(distinct visitor_hash) as visitors,
    sum(visits)::bigint as visits`),
  visits: raw('sum(visits)::bigint as visits'),
} as const;

const COUNTS = {
  all: raw(`count(*) as hits, count(*) filter (where is_unique) as unique_hits,
    count(distinct visitor_hash) as visitors, count(distinct visit_id) as visits`),
  visits: raw('count(distinct visit_id) as visits'),
} as const;

/** Selects the counts of a query by bucket: from visits if all filters compare those, else row by row. */
const selectBuckets = (request: BucketRequest, counts: keyof typeof SUMS): Sql => {
  const { query, edges } = request;
  if (query.kind !== 'hit' || !speaksOfVisits(query) || !toBucketNumber(edges))
    return sql`select bucket, ${COUNTS[counts]} from (${addBucket(selectMatching(query), { edges })}) group by bucket`;
  const visits = selectByVisit(request);
  const rows = counts === 'all' ? unionAll([visits, countAnonymous(request)]) : visits;
  return sql`select bucket, ${SUMS[counts]} from (${rows}) group by bucket`;
};

interface Counts {
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly visits: number;
}

/** Counts between consecutive edges, by the number of the bucket; empty buckets are missing. */
const countBuckets = async <Name extends keyof Counts>(
  read: Read,
  series: Pick<SeriesRequest, 'query' | 'edges'>,
  counts: keyof typeof SUMS,
): Promise<Map<number, Pick<Counts, Name>>> => {
  const request = toBucketRequest(series);
  if (!request) return new Map();
  const rows = await readVisits<Pick<Counts, Name> & { readonly bucket: number }>(
    read,
    request.query,
    selectBuckets(request, counts),
  );
  return new Map(rows.map(row => [row.bucket, row]));
};

/** Counts rows between consecutive edges, of a query whose filters compare visits; includes empty buckets. */
export const querySeriesByVisit = async (read: Read, request: SeriesRequest): Promise<SeriesBucket[]> => {
  const { edges, countsVisitors } = request;
  const found = await countBuckets<keyof Counts>(read, request, 'all');
  return edges.slice(0, -1).map((_, bucket) => {
    const { hits = 0, unique_hits: uniqueHits = 0, visitors = 0, visits = 0 } = found.get(bucket) ?? {};
    return { hits, uniqueHits, ...(countsVisitors && { visitors, visits }) };
  });
};

type VisitsRequest = Pick<SeriesRequest, 'query' | 'edges' | 'state'>;

/** Counts the visits of all hits between midnights of the site, by the number of the bucket; undefined if sums lack them. */
const countFromSums = async (
  read: Read,
  { query, edges, state }: VisitsRequest,
): Promise<Map<number, { readonly visits: number }> | undefined> => {
  const request = isByDays({ query, edges }) ? toBucketRequest({ query, edges }) : undefined;
  if (!request) return undefined;
  const { siteId, span, zone } = request.query;
  const days = await countByDay(
    read,
    { query: request.query, state },
    {
      // Any dimension will do; this one has the fewest values.
      sums: sql`select day, visits as count from sums
        where site_id = ${siteId} and ${isOf('visits', 'device')} and since is null and ${withinDays('day', span, zone)}`,
      countDay: async ({ start, end }) => {
        const found = await countBuckets<'visits'>(read, { query, edges: [start, end] }, 'visits');
        return found.get(0)?.visits ?? 0;
      },
    },
  );
  if (!days) return undefined;
  const counts = new Map<number, { visits: number }>();
  for (const [day, visits] of days) {
    const bucket = edges.findLastIndex(edge => +edge <= day);
    counts.set(bucket, { visits: (counts.get(bucket)?.visits ?? 0) + visits });
  }
  return counts;
};

/** Adds the number of visits to the buckets of a series. Needs a transaction. */
export const addVisits = async (
  read: Read,
  request: VisitsRequest,
  buckets: readonly SeriesBucket[],
): Promise<SeriesBucket[]> => {
  const found = hasVisits(request.query.kind)
    ? ((await countFromSums(read, request)) ?? (await countBuckets<'visits'>(read, request, 'visits')))
    : undefined;
  return buckets.map((bucket, index) => ({ ...bucket, visits: found?.get(index)?.visits ?? 0 }));
};

/** Selects the visits with hits of a query, by bucket, each as a whole; one in several buckets has a row for each of them. */
const selectWholeVisits = (request: BucketRequest): Sql => {
  const { query, edges } = request;
  const ofRows = (rows: Sql) => sql`select bucket, ${SUMMED_COLUMNS} from visit_rows
    join (select distinct bucket, visit_id from (${addBucket(rows, { edges })}) where visit_id is not null) using (visit_id)`;
  if (!speaksOfVisits(query) || !toBucketNumber(edges)) return ofRows(selectMatching(query));
  const visits = selectVisits(request);
  const whole = sql`select bucket, ${SUMMED_COLUMNS} from (${visits})`;
  return isByDays(request)
    ? whole
    : unionAll([sql`${whole} where bucket = last_bucket`, ofRows(selectOfSeveral(request, visits))]);
};

/** Counts the visits of each bucket that are not bounces only because they are engaged; undefined if no visit can be. */
const countEngaged = async (
  read: Read,
  request: BucketRequest,
  state: SumsState,
): Promise<ReadonlyMap<number, number> | undefined> => {
  const { query, edges } = request;
  if (!(await hasReports(read, query, ENGAGED_VISIT_SECONDS))) return undefined;
  const { spans, byDay } = await sumEngagedVisits(read, {
    query,
    state: { ...state, isUsed: state.isUsed && isByDays(request) },
  });
  const counts = new Map<number, number>();
  const add = (bucket: number, visits: number) => counts.set(bucket, (counts.get(bucket) ?? 0) + visits);
  for (const { day, visits } of byDay)
    add(
      edges.findLastIndex(edge => edge <= day),
      visits,
    );
  for (const span of spans) {
    const part = { ...query, span: span ?? query.span };
    const rows = await readVisits<{ readonly bucket: number; readonly visits: number }>(
      read,
      part,
      sql`select bucket, count(*) as visits from (${selectWholeVisits({ query: part, edges })})
        where ${isEngagedBounce(part)} group by bucket`,
    );
    for (const { bucket, visits } of rows) add(bucket, visits);
  }
  return counts;
};

/** Adds the engagement of the visits with hits of each bucket. */
export const addEngagement = async (
  read: Read,
  series: Pick<SeriesRequest, 'query' | 'edges' | 'state'>,
  buckets: readonly SeriesBucket[],
): Promise<SeriesBucket[]> => {
  const request = series.query.kind === 'hit' ? toBucketRequest(series) : undefined;
  const rows = request
    ? await readVisits<VisitSumsRow & { readonly bucket: number }>(
        read,
        request.query,
        sql`select bucket, ${VISIT_SUMS} from (${selectWholeVisits(request)}) group by bucket`,
      )
    : [];
  const engaged = request ? await countEngaged(read, request, series.state) : undefined;
  const found = new Map(
    rows.map(row => [row.bucket, withoutEngaged(toVisitSums(row), engaged?.get(row.bucket))]),
  );
  return buckets.map((bucket, index) => ({ ...bucket, engagement: found.get(index) ?? NO_VISITS }));
};
