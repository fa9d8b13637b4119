/** `series`: counts between consecutive edges. */

import { areMidnights, toDays } from '../../../core/days.ts';
import type { SeriesBucket } from '../../../core/hits/answers.ts';
import { type HitQuery, hasVisits } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { type Plan, planSums } from '../aggregates/plan.ts';
import { SLOT_MS, selectSlots } from '../aggregates/select.ts';
import type { SumsState } from '../aggregates/state.ts';
import { type Read, type Reads, raw, type Sql, sql, within } from '../sql/sql.ts';
import { siteAndFilters, tableOf, toWhere, uniqueCount } from './conditions.ts';
import { AFTER_WATERMARK, unionAll } from './parts.ts';
import { isByDay, visitorsByBucket } from './series-visitors.ts';
import { findDaySums } from './sums-by-day.ts';
import { areMultiples, findUnit, selectDays, selectStarts, toBucketNumber } from './units.ts';
import { isExact } from './value-sums.ts';

/** Selects sums of hits up to the watermark by unit of time; undefined where sums lack the filters or the edges. */
const selectSums = ({ query, edges }: SeriesRequest, span: Span, plan: Plan): Sql | undefined => {
  if (plan.from === 'slots')
    return areMultiples(edges, SLOT_MS)
      ? sql`select slot as instant, hits, unique_hits from (${selectSlots(sql`site_id = ${query.siteId}`, span)})`
      : undefined;
  const { zone } = query;
  const sums = areMidnights(edges, zone) ? findDaySums(query, plan) : undefined;
  return (
    sums &&
    sql`select start as instant, hits, unique_hits from (${sums.select(toDays(span, zone))}) sums
      asof join (${selectDays(edges, zone)}) edges on sums.day >= edges.day`
  );
};

/** Counts by unit of time: from sums and the raw rows after them where sums have them, else from raw rows. */
const countsByUnit = (request: SeriesRequest, span: Span, plan: Plan | undefined): Sql => {
  const { query, edges } = request;
  const counts = (where: Sql): Sql => sql`
    select ${findUnit(edges).start} as instant, count(*) as hits, ${uniqueCount(query.kind)} as unique_hits
    from ${tableOf(query.kind)} where ${siteAndFilters(query)} and ${within('created_at', span)} and ${where} group by all`;
  const sums = plan && selectSums(request, span, plan);
  return sums ? unionAll([sums, counts(AFTER_WATERMARK)]) : counts(raw('true'));
};

interface Bucket {
  readonly start: Date;
  readonly hits: number;
  readonly unique_hits: number;
}

/** A query of `series`. */
export interface SeriesRequest {
  readonly query: HitQuery;
  readonly edges: readonly Date[];
  readonly countsVisitors: boolean;
  readonly state: SumsState;
}

type Buckets = ReadonlyMap<number, SeriesBucket>;

const NOTHING: SeriesBucket = { hits: 0, uniqueHits: 0 };

/** Counts by the start of each bucket, from sums where possible. */
const readBuckets = async (read: Read, request: SeriesRequest, span: Span): Promise<Buckets> => {
  const { query, edges, countsVisitors, state } = request;
  const plan = planSums({ query }, state);
  const found = await read<Bucket>(sql`
    with edges as (${selectStarts(edges)}),
    counts as (${countsByUnit(request, span, (await isExact(read, query, plan)) ? plan : undefined)})
    select start, sum(hits) as hits, sum(unique_hits) as unique_hits
    from counts asof join edges on counts.instant >= edges.start group by start`);
  const visitors = countsVisitors ? await visitorsByBucket(read, request) : undefined;
  return new Map(
    found.map(({ start, hits, unique_hits: uniqueHits }) => [
      +start,
      { hits, uniqueHits, ...(visitors && { visitors: visitors.get(+start) ?? 0 }) },
    ]),
  );
};

interface NumberedBucket {
  readonly bucket: number;
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
}

/** Counts by the start of each bucket in one statement, from raw rows. */
const readRawBuckets = async (read: Read, request: SeriesRequest, bucket: Sql): Promise<Buckets> => {
  const { query, edges } = request;
  const found = await read<NumberedBucket>(sql`
    select ${bucket} as bucket, count(*) as hits, ${uniqueCount(query.kind)} as unique_hits,
      ${visitorCount(request)} as visitors
    from ${tableOf(query.kind)} where ${toWhere(query)} group by bucket`);
  return new Map(
    found.map(({ bucket: number, hits, unique_hits: uniqueHits, visitors }) => [
      +(edges[number] ?? 0),
      { hits, uniqueHits, ...(request.countsVisitors && { visitors }) },
    ]),
  );
};

/** Returns the expression that counts the visitors of raw rows by bucket. */
const visitorCount = ({ query, edges, countsVisitors }: SeriesRequest): Sql => {
  if (!countsVisitors || !hasVisits(query.kind)) return raw('0');
  const isPlain = query.kind === 'hit' && query.filters.length === 0;
  return raw(
    isPlain && isByDay(edges, query.zone)
      ? 'count(*) filter (where is_first_of_day)'
      : 'count(distinct visitor_hash)',
  );
};

/**
 * Counts hits and unique hits between consecutive edges, empty buckets included, and visitors with `countsVisitors`. Edges may
 * be anywhere; whole units of time are faster.
 */
export const querySeries = async (reads: Reads, given: SeriesRequest): Promise<SeriesBucket[]> => {
  const { edges, countsVisitors } = given;
  const [start, end] = [edges[0], edges.at(-1)];
  if (!start || !end || edges.length < 2) return [];
  const span = { start, end };
  const request = { ...given, query: { ...given.query, span } };
  const bucket = request.state.isUsed ? undefined : toBucketNumber(edges);
  const buckets = bucket
    ? await readRawBuckets(reads.read, request, bucket)
    : await reads.inTransaction(read => readBuckets(read, request, span));
  return edges
    .slice(0, -1)
    .map(edge => buckets.get(+edge) ?? { ...NOTHING, ...(countsVisitors && { visitors: 0 }) });
};
