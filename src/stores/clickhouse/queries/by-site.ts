/** Figures of many sites in one query. */
import type { GroupRow, SeriesBucket, SiteTotals } from '../../../core/hits/answers.ts';
import type { HitKind } from '../../../core/hits/columns.ts';
import type { GroupsBySiteQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { type Sql, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { BY_INSTANT, type OfDays, within } from '../sql.ts';
import { HIT_COUNTS, toBucket } from './counts.ts';
import { keyOf } from './dimensions.ts';

interface Counts {
  readonly site_id: number;
  readonly hits: number;
  readonly unique_hits: number;
}

interface Sites {
  readonly siteIds: readonly number[];
  readonly span: Span | null;
  readonly kind?: HitKind;
}

const ofSites = ({ siteIds, span, kind = 'hit' }: Sites, days = BY_INSTANT): Sql =>
  sql`from rows where has(${siteIds}, site_id) and kind = ${kind} and ${within(span, days)}`;

export async function queryTotalsBySite(read: Read, sites: Sites & OfDays): Promise<Map<number, SiteTotals>> {
  const rows = await read<Counts>(
    sql`select site_id, ${HIT_COUNTS} ${ofSites(sites, sites)} group by site_id`,
  );
  return new Map(rows.map(row => [row.site_id, { hits: row.hits, uniqueHits: row.unique_hits }]));
}

export async function querySeriesBySite(
  read: Read,
  siteIds: readonly number[],
  edges: readonly Date[],
): Promise<Map<number, SeriesBucket[]>> {
  const [start, end] = [edges[0], edges.at(-1)];
  const found = new Map<number, SeriesBucket[]>();
  if (!start || !end || edges.length < 2) return found;
  const rows = await read<Counts & { bucket: number }>(
    sql`select site_id, ${toBucket(edges)} as bucket, ${HIT_COUNTS} ${ofSites({ siteIds, span: { start, end } })}
      group by site_id, bucket`,
  );
  const places = new Map(edges.map((edge, place) => [+edge, place]));
  for (const row of rows) {
    const buckets = found.get(row.site_id) ?? edges.slice(1).map(() => ({ hits: 0, uniqueHits: 0 }));
    found.set(row.site_id, buckets);
    buckets[places.get(row.bucket) ?? 0] = { hits: row.hits, uniqueHits: row.unique_hits };
  }
  return found;
}

export async function queryGroupsBySite(
  read: Read,
  { dimension, limit, ...sites }: GroupsBySiteQuery & OfDays,
): Promise<Map<number, GroupRow[]>> {
  const rows = await read<Counts & { key: string | null }>(
    sql`select site_id, key, hits, unique_hits from (
      select site_id, ${keyOf(sites, dimension)} as key, ${HIT_COUNTS} ${ofSites(sites, sites)}
      group by site_id, key) order by site_id, hits desc, key asc nulls last limit ${limit} by site_id`,
  );
  const found = new Map<number, GroupRow[]>();
  for (const { site_id: siteId, key, hits, unique_hits: uniqueHits } of rows)
    found.set(siteId, [...(found.get(siteId) ?? []), { key, hits, uniqueHits }]);
  return found;
}

export async function queryVisitorsBySite(
  read: Read,
  siteIds: readonly number[],
  span: Span,
): Promise<Map<number, number>> {
  const rows = await read<{ site_id: number; visitors: number }>(
    sql`select site_id, uniqExact(visitor_hash) as visitors ${ofSites({ siteIds, span })} group by site_id having visitors > 0`,
  );
  return new Map(rows.map(row => [row.site_id, row.visitors]));
}
