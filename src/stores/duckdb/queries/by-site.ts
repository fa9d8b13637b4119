/** `seriesBySite` and `visitorsBySite`: figures of many sites in one query. */

import type { DaySpan } from '../../../core/days.ts';
import type { SeriesBucket } from '../../../core/hits/answers.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { selectKnown } from '../rollups/visitors.ts';
import { type Read, type Reads, raw, type Sql, sql, within } from '../sql/sql.ts';
import { isAnyOfSites, uniqueCount } from './conditions.ts';
import {
  AFTER_ROLLUP,
  type DayParts,
  extendToDays,
  rawParts,
  SLOT_MS,
  splitDays,
  unionAll,
} from './parts.ts';
import { areMultiples, selectStarts } from './units.ts';

/** A query of `seriesBySite`. */
export interface SeriesBySiteRequest {
  readonly siteIds: readonly number[];
  readonly edges: readonly Date[];
  readonly usesRollUps: boolean;
}

/** A query of `visitorsBySite`. */
export interface VisitorsBySiteRequest {
  readonly siteIds: readonly number[];
  readonly span: Span;
  /** The zone of the days of all of them. */
  readonly zone: string | undefined;
  readonly usesRollUps: boolean;
}

/** Truncates a column of times to the widest unit that every edge is a multiple of. */
const startOfUnit = (column: string, edges: readonly Date[]): Sql => {
  if (areMultiples(edges, DAY_MS)) return raw(`${column}::date::timestamp`);
  return raw(areMultiples(edges, SLOT_MS) ? `time_bucket(interval '15 minutes', ${column})` : column);
};

/** Counts by site and unit of time: from roll-ups and the raw rows after them where the edges allow it, else from raw rows. */
function countsByUnit({ siteIds, edges, usesRollUps }: SeriesBySiteRequest, span: Span): Sql {
  const sites = isAnyOfSites(siteIds);
  const counted = (where: Sql): Sql => sql`
    select site_id, ${startOfUnit('created_at', edges)} as instant, count(*) as hits, ${uniqueCount('hit')} as unique_hits
    from hits where ${sites} and ${within('created_at', span)} and ${where} group by all`;
  if (!usesRollUps || !areMultiples(edges, SLOT_MS)) return counted(raw('true'));
  const slots = sql`
    select site_id, ${startOfUnit('slot', edges)} as instant, sum(hits) as hits, sum(unique_hits) as unique_hits
    from hit_slots where ${sites} and ${within('slot', span)} group by all`;
  return unionAll([slots, counted(AFTER_ROLLUP)]);
}

interface BucketRow {
  readonly site_id: number;
  readonly start: Date;
  readonly hits: number;
  readonly unique_hits: number;
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
  const rows = await read<BucketRow>(sql`
    with edges as (${selectStarts(edges)}),
    counts as (${countsByUnit(request, { start, end })})
    select site_id, start, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
    from counts asof join edges on counts.instant >= edges.start group by site_id, start having sum(hits) > 0`);
  const places = new Map(edges.map((edge, place) => [+edge, place]));
  for (const row of rows) {
    const buckets = found.get(row.site_id) ?? edges.slice(1).map(() => ({ hits: 0, uniqueHits: 0 }));
    found.set(row.site_id, buckets);
    buckets[places.get(+row.start) ?? 0] = { hits: row.hits, uniqueHits: row.unique_hits };
  }
  return found;
}

/** Marked hits of stable visitors: one for each of their days. */
const STABLE_DAYS = raw('is_first_of_day and visitor_is_stable');

/** Sites whose visitors cannot be counted from sums alone. */
interface Exceptions {
  /** Sites whose visitors have to be counted from raw rows until the next rebuild. */
  readonly stale: readonly number[];
  /** Sites with visitors seen before the whole days and after them, and perhaps in between. */
  readonly spanned: readonly number[];
}

const isSpanning = ({ start, end }: DaySpan): Sql => sql`first_day < ${start} and last_day >= ${end}`;

async function findExceptions(read: Read, sites: Sql, whole: DaySpan): Promise<Exceptions> {
  const stale = await read<{ site_id: number }>(
    sql`select distinct site_id from stale_visitors where ${sites}`,
  );
  const spanned = await read<{ site_id: number }>(
    sql`select distinct site_id from visitor_spans where ${sites} and ${isSpanning(whole)}`,
  );
  return { stale: stale.map(row => row.site_id), spanned: spanned.map(row => row.site_id) };
}

/**
 * Counts the visitors of each site over the whole and partial days of a span: those of scope `day` by the marks of their first
 * hits, stable ones whose first or last day is within by their number, the rest by their hashes. See `visitors.ts`.
 */
function countRolledUpVisitors(
  sites: Sql,
  { wholeUnits, days, partialUnits }: DayParts & { readonly days: DaySpan },
  { stale, spanned }: Exceptions,
): Sql {
  const [tail = raw('false'), ...ends] = rawParts({ wholeUnits, partialUnits });
  const isKnown = sql`${sites} and not ${isAnyOfSites(stale)}
    and (${within('first_day', days)} or ${within('last_day', days)})`;
  const daysOf = (siteIds: readonly number[]): Sql => sql`select site_id, visitor_hash from hits
    where ${isAnyOfSites(siteIds)} and ${within('created_at', wholeUnits)} and ${STABLE_DAYS}`;
  const others = unionAll([
    sql`select site_id, visitor_hash from hits where ${sites} and ${tail} and ${STABLE_DAYS}`,
    ...ends.map(part => sql`select site_id, visitor_hash from hits where ${sites} and ${part}`),
    ...(stale.length > 0 ? [daysOf(stale)] : []),
    ...(spanned.length > 0
      ? [
          sql`select * from (${daysOf(spanned)}) semi join
            (select site_id, visitor_hash from visitors where ${isAnyOfSites(spanned)} and ${isSpanning(days)})
            using (site_id, visitor_hash)`,
        ]
      : []),
  ]);
  const counts = unionAll([
    sql`select site_id, sum(day_visitors) as visitors from hit_slots
      where ${sites} and ${within('day', days)} group by all`,
    sql`select site_id, count(*) filter (where is_first_of_day and not visitor_is_stable) from hits
      where ${sites} and ${tail} group by all`,
    sql`select site_id, sum(visitors) from visitor_spans where ${isKnown} group by all`,
    raw('select site_id, count(*) from counted_hashes group by all'),
    sql`select site_id, -count(*) from (${selectKnown(isKnown)}) group by all`,
  ]);
  return sql`with counted_hashes as materialized
      (select distinct site_id, visitor_hash from (${others}) where visitor_hash is not null)
    select site_id, sum(visitors)::bigint as visitors from (${counts}) group by site_id having sum(visitors) > 0`;
}

/** Selects the visitors of each site from roll-ups where the span has whole days. */
async function selectVisitors(
  read: Read,
  { siteIds, span, zone }: Omit<VisitorsBySiteRequest, 'usesRollUps'>,
): Promise<Sql> {
  const sites = isAnyOfSites(siteIds);
  const parts = splitDays(await extendToDays(read, { span, zone, hits: sites }), zone);
  if (!parts?.days) return selectRawVisitors(siteIds, span);
  const exceptions = await findExceptions(read, sites, parts.days);
  return countRolledUpVisitors(sites, { ...parts, days: parts.days }, exceptions);
}

const selectRawVisitors = (siteIds: readonly number[], span: Span): Sql => sql`
  select site_id, count(distinct visitor_hash) as visitors from hits
  where ${isAnyOfSites(siteIds)} and ${within('created_at', span)} group by all having visitors > 0`;

/** Counts exact distinct visitors of each site; sites without any are missing. */
export async function queryVisitorsBySite(
  reads: Reads,
  { siteIds, span, zone, usesRollUps }: VisitorsBySiteRequest,
): Promise<Map<number, number>> {
  if (siteIds.length === 0) return new Map();
  type Row = { readonly site_id: number; readonly visitors: number };
  const rows = usesRollUps
    ? await reads.inTransaction(async read => read<Row>(await selectVisitors(read, { siteIds, span, zone })))
    : await reads.read<Row>(selectRawVisitors(siteIds, span));
  return new Map(rows.map(row => [row.site_id, row.visitors]));
}
