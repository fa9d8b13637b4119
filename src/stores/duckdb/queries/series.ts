/** `series`: counts between consecutive edges. */
import type { SeriesBucket } from '../../../core/hits/answers.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { siteAndFilters, tableOf, uniqueCount } from './conditions.ts';
import { AFTER_ROLLUP, SLOT_MS, unionAll } from './parts.ts';
import { visitorsByBucket } from './series-visitors.ts';
import { startsOf, unitOf } from './units.ts';
import { within } from './within.ts';

/** Counts by unit of time: roll-ups with the raw rows after them where no filter asks for more, else raw rows. */
const countsByUnit = (query: HitQuery, edges: readonly Date[], span: Span): Sql => {
  const isRolled =
    query.kind === 'hit' && query.filters.length === 0 && edges.every(edge => +edge % SLOT_MS === 0);
  const counts = (where: Sql): Sql => sql`
    select ${unitOf(edges).start} as instant, count(*) as hits, ${uniqueCount(query.kind)} as unique_hits
    from ${tableOf(query.kind)} where ${siteAndFilters(query)} and ${within('created_at', span)} and ${where} group by all`;
  if (!isRolled) return counts(raw('true'));
  const slots = sql`select slot as instant, hits, unique_hits from hit_slots where site_id = ${query.siteId} and ${within('slot', span)}`;
  return unionAll([slots, counts(AFTER_ROLLUP)]);
};

interface Bucket {
  readonly start: Date;
  readonly hits: number;
  readonly unique_hits: number;
}

/** Which buckets are asked for, and of what. */
export interface SeriesRequest {
  readonly query: HitQuery;
  readonly edges: readonly Date[];
  readonly countsVisitors: boolean;
}

/**
 * Hits and unique hits between consecutive edges, empty buckets included, and their visitors where they are asked for.
 * Edges may lie anywhere; whole units of time are sooner counted. What it asks has to come from one and the same moment.
 */
export const querySeries = async (
  ask: Read,
  { query: asked, edges, countsVisitors }: SeriesRequest,
): Promise<SeriesBucket[]> => {
  const [start, end] = [edges[0], edges.at(-1)];
  if (!start || !end || edges.length < 2) return [];
  const span = { start, end };
  const query = { ...asked, span };
  const statement = sql`
    with edges as (${startsOf(edges)}),
    counts as (${countsByUnit(query, edges, span)})
    select start, sum(hits) as hits, sum(unique_hits) as unique_hits
    from counts asof join edges on counts.instant >= edges.start group by start`;
  const found = await ask<Bucket>(statement);
  const counts = new Map(found.map(row => [+row.start, { hits: row.hits, uniqueHits: row.unique_hits }]));
  const visitors = countsVisitors ? await visitorsByBucket(ask, query, edges) : undefined;
  return edges.slice(0, -1).map(edge => ({
    ...(counts.get(+edge) ?? { hits: 0, uniqueHits: 0 }),
    ...(visitors && { visitors: visitors.get(+edge) ?? 0 }),
  }));
};
