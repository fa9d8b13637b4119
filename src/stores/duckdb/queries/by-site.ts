/** `seriesBySite` and `visitorsBySite`: figures of many sites in one query. */

import type { SeriesBucket } from '../../../core/hits/answers.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { any } from '../../sql/fragment.ts';
import { SLOT_MS, selectSlots } from '../aggregates/select.ts';
import type { SumsState } from '../aggregates/state.ts';
import { type Read, raw, type Sql, sql, within } from '../sql/sql.ts';
import { isAnyOfSites, uniqueCount } from './conditions.ts';
import { AFTER_WATERMARK, splitDays, unionAll } from './parts.ts';
import { areMultiples, selectStarts, toBucketNumber } from './units.ts';

/** A query of `seriesBySite`. */
export interface SeriesBySiteRequest {
  readonly siteIds: readonly number[];
  readonly edges: readonly Date[];
  readonly state: SumsState;
}

/** A query of `visitorsBySite`. */
export interface VisitorsBySiteRequest {
  readonly siteIds: readonly number[];
  readonly span: Span;
  /** The zone of the days of all of them. */
  readonly zone: string | undefined;
}

/** Truncates a column of times to the widest unit that every edge is a multiple of. */
const startOfUnit = (column: string, edges: readonly Date[]): Sql => {
  if (areMultiples(edges, DAY_MS)) return raw(`${column}::date::timestamp`);
  return raw(areMultiples(edges, SLOT_MS) ? `time_bucket(interval '15 minutes', ${column})` : column);
};

/** Counts by site and unit of time: from sums and the raw rows after them where the edges allow it, else from raw rows. */
function countsByUnit({ siteIds, edges, state }: SeriesBySiteRequest, span: Span): Sql {
  const sites = isAnyOfSites(siteIds);
  const counted = (where: Sql): Sql => sql`
    select site_id, ${startOfUnit('created_at', edges)} as instant, count(*) as hits, ${uniqueCount('hit')} as unique_hits
    from hits where ${sites} and ${within('created_at', span)} and ${where} group by all`;
  if (!state.isUsed || !areMultiples(edges, SLOT_MS)) return counted(raw('true'));
  const slots = sql`
    select site_id, ${startOfUnit('slot', edges)} as instant, sum(hits) as hits, sum(unique_hits) as unique_hits
    from (${selectSlots(sites, span)}) group by all`;
  return unionAll([slots, counted(AFTER_WATERMARK)]);
}

interface BucketRow {
  readonly site_id: number;
  readonly bucket: number;
  readonly hits: number;
  readonly unique_hits: number;
}

/** Returns the expression of the number of a bucket, and the rows that it is of. */
function numberBuckets(edges: readonly Date[]): { readonly bucket: Sql; readonly rows: Sql } {
  const bucket = toBucketNumber(edges, raw('instant'));
  if (bucket) return { bucket, rows: raw('counts') };
  const starts = sql`select start, row_number() over (order by start) - 1 as place from (${selectStarts(edges)})`;
  return {
    bucket: raw('place'),
    rows: sql`counts asof join (${starts}) edges on counts.instant >= edges.start`,
  };
}

/** Counts hits and unique hits of each site between consecutive edges; sites without any are missing. */
export async function querySeriesBySite(
  read: Read,
  request: SeriesBySiteRequest,
): Promise<Map<number, SeriesBucket[]>> {
  const { siteIds, edges } = request;
  const [start, end] = [edges[0], edges.at(-1)];
  const found = new Map<number, SeriesBucket[]>();
  if (!start || !end || edges.length < 2 || siteIds.length === 0) return found;
  const { bucket, rows: counted } = numberBuckets(edges);
  const rows = await read<BucketRow>(sql`
    with counts as (${countsByUnit(request, { start, end })})
    select site_id, ${bucket} as bucket, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
    from ${counted} group by site_id, bucket having sum(hits) > 0`);
  for (const row of rows) {
    const buckets = found.get(row.site_id) ?? edges.slice(1).map(() => ({ hits: 0, uniqueHits: 0 }));
    found.set(row.site_id, buckets);
    buckets[row.bucket] = { hits: row.hits, uniqueHits: row.unique_hits };
  }
  return found;
}

/** Counts exact distinct visitors of each site, by the marks of first hits on whole days; sites without any are missing. */
export async function queryVisitorsBySite(
  read: Read,
  { siteIds, span, zone }: VisitorsBySiteRequest,
): Promise<Map<number, number>> {
  if (siteIds.length === 0) return new Map();
  const { partialUnits } = splitDays(span, zone) ?? { partialUnits: [span] };
  const isSufficient = any([raw('is_first_of_day'), ...partialUnits.map(part => within('created_at', part))]);
  const rows = await read<{ readonly site_id: number; readonly visitors: number }>(sql`
    select site_id, count(distinct visitor_hash) as visitors from hits
    where ${isAnyOfSites(siteIds)} and ${within('created_at', span)} and ${isSufficient} group by all having visitors > 0`);
  return new Map(rows.map(row => [row.site_id, row.visitors]));
}
