/** `series`: counts between consecutive edges. */
import type { HitQuery, SeriesBucket } from '../../../core/hit-store.ts';
import type { Span } from '../../../core/span.ts';
import { type Ask, raw, type Sql, sql } from '../sql.ts';
import { ofSite, tableOf, uniqueCount, within } from './conditions.ts';
import { AFTER_ROLLUP, DAY_MS, SLOT_MS, together } from './parts.ts';

/** The start of the widest unit of time that every edge is a whole number of: fewer groups, sooner counted. */
const unitOf = (edges: readonly Date[]): Sql => {
  const isWhole = (unitMs: number): boolean => edges.every(edge => +edge % unitMs === 0);
  if (isWhole(DAY_MS)) return raw('created_at::date::timestamp');
  if (isWhole(3_600_000)) return raw("date_trunc('hour', created_at)");
  if (isWhole(SLOT_MS)) return raw("time_bucket(interval '15 minutes', created_at)");
  return raw('created_at');
};

/** Counts by unit of time: roll-ups with the raw rows after them where no filter asks for more, else raw rows. */
const countsByUnit = (query: HitQuery, edges: readonly Date[], span: Span): Sql => {
  const isRolled =
    query.kind === 'hit' && query.filters.length === 0 && edges.every(edge => +edge % SLOT_MS === 0);
  const counts = (where: Sql): Sql => sql`
    select ${unitOf(edges)} as instant, count(*) as hits, ${uniqueCount(query.kind)} as unique_hits
    from ${tableOf(query.kind)} where ${ofSite(query)} and ${within('created_at', span)} and ${where} group by all`;
  if (!isRolled) return counts(raw('true'));
  const slots = sql`select slot as instant, hits, unique_hits from hit_slots where site_id = ${query.siteId} and ${within('slot', span)}`;
  return together([slots, counts(AFTER_ROLLUP)]);
};

interface Bucket {
  readonly start: Date;
  readonly hits: number;
  readonly unique_hits: number;
}

/** Hits and unique hits between consecutive edges, empty buckets included. Edges may lie anywhere; whole units of time are sooner counted. */
export const seriesBuckets = async (
  ask: Ask,
  query: HitQuery,
  edges: readonly Date[],
): Promise<SeriesBucket[]> => {
  const [start, end] = [edges[0], edges.at(-1)];
  if (!start || !end || edges.length < 2) return [];
  const instants = edges.map(edge => +edge);
  const statement = sql`
    with edges as (select make_timestamp_ms(unnest(${instants}::bigint[])) as start),
    counts as (${countsByUnit(query, edges, { start, end })})
    select start, sum(hits) as hits, sum(unique_hits) as unique_hits
    from counts asof join edges on counts.instant >= edges.start group by start`;
  const found = await ask<Bucket>(statement);
  const buckets = new Map(found.map(row => [+row.start, { hits: row.hits, uniqueHits: row.unique_hits }]));
  return instants.slice(0, -1).map(instant => buckets.get(instant) ?? { hits: 0, uniqueHits: 0 });
};
