/** `series`: counts between consecutive edges. */
import type { SeriesBucket } from '../../../core/hits/answers.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { siteAndFilters, tableOf, uniqueCount } from './conditions.ts';
import { AFTER_ROLLUP, SLOT_MS, unionAll } from './parts.ts';
import { visitorsByBucket } from './series-visitors.ts';
import { findUnit, selectStarts } from './units.ts';

/** Counts by unit of time: from roll-ups and the raw rows after them when there is no filter, else from raw rows. */
const countsByUnit = (query: HitQuery, edges: readonly Date[], span: Span): Sql => {
  const usesRollUps =
    query.kind === 'hit' && query.filters.length === 0 && edges.every(edge => +edge % SLOT_MS === 0);
  const counts = (where: Sql): Sql => sql`
    select ${findUnit(edges).start} as instant, count(*) as hits, ${uniqueCount(query.kind)} as unique_hits
    from ${tableOf(query.kind)} where ${siteAndFilters(query)} and ${within('created_at', span)} and ${where} group by all`;
  if (!usesRollUps) return counts(raw('true'));
  const slots = sql`select slot as instant, hits, unique_hits from hit_slots where site_id = ${query.siteId} and ${within('slot', span)}`;
  return unionAll([slots, counts(AFTER_ROLLUP)]);
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
}

/**
 * Counts hits and unique hits between consecutive edges, empty buckets included, and visitors with `countsVisitors`. Edges may
 * be anywhere; whole units of time are faster. Its statements have to run in one transaction.
 */
export const querySeries = async (
  read: Read,
  { query: given, edges, countsVisitors }: SeriesRequest,
): Promise<SeriesBucket[]> => {
  const [start, end] = [edges[0], edges.at(-1)];
  if (!start || !end || edges.length < 2) return [];
  const span = { start, end };
  const query = { ...given, span };
  const statement = sql`
    with edges as (${selectStarts(edges)}),
    counts as (${countsByUnit(query, edges, span)})
    select start, sum(hits) as hits, sum(unique_hits) as unique_hits
    from counts asof join edges on counts.instant >= edges.start group by start`;
  const found = await read<Bucket>(statement);
  const counts = new Map(found.map(row => [+row.start, { hits: row.hits, uniqueHits: row.unique_hits }]));
  const visitors = countsVisitors ? await visitorsByBucket(read, query, edges) : undefined;
  return edges.slice(0, -1).map(edge => ({
    ...(counts.get(+edge) ?? { hits: 0, uniqueHits: 0 }),
    ...(visitors && { visitors: visitors.get(+edge) ?? 0 }),
  }));
};
