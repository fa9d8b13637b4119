/** `count`, `totals` and `totalsBySite`. */
import type { HitQuery, SiteTotals, Totals } from '../../../core/hit-store.ts';
import type { Span } from '../../../core/span.ts';
import { type Ask, raw, type Sql, sql } from '../sql.ts';
import { ofSite, tableOf, uniqueCount, whereOf, within } from './conditions.ts';
import { rolledGroups } from './group.ts';
import { DAY_MS, type Parts, partsOf, rawParts, SLOT_MS, together } from './parts.ts';

const isPlain = (query: HitQuery): boolean => query.kind === 'hit' && query.filters.length === 0;

/** Hits and unique hits of chosen sites: slots, and raw rows where they do not reach. */
const slotCounts = (sites: Sql, parts: Parts): Sql =>
  together([
    sql`select site_id, sum(hits) as hits, sum(unique_hits) as unique_hits
      from hit_slots where ${sites} and ${within('slot', parts.whole)} group by all`,
    ...rawParts(parts).map(
      part =>
        sql`select site_id, count(*), ${uniqueCount('hit')} from hits where ${sites} and ${part} group by all`,
    ),
  ]);

/** How many rows a query matches. */
export const countRows = async (ask: Ask, query: HitQuery): Promise<number> => {
  const parts = isPlain(query) ? partsOf(query.span, SLOT_MS) : undefined;
  const statement = parts
    ? sql`select coalesce(sum(hits), 0)::bigint as hits from (${slotCounts(ofSite(query), parts)})`
    : sql`select count(*) as hits from ${tableOf(query.kind)} where ${whereOf(query)}`;
  const [row] = await ask<{ hits: number }>(statement);
  return row?.hits ?? 0;
};

/**
 * Exact totals of whole days and the broken ones at the ends. A hash of a day's scope is never seen on another day:
 * those visitors add up by the marks of their first hits. Stable ones, and everyone of a broken day, are told apart
 * by their hashes; on whole days their marked hits are enough.
 */
const rolledTotals = (query: HitQuery, parts: Parts, paths: Sql): Sql => {
  const site = ofSite(query);
  const [tail = raw('false'), ...broken] = rawParts(parts);
  const dayVisitors = raw('count(*) filter (where is_first_of_day and not visitor_is_stable)');
  const sums = together([
    sql`select sum(hits) as hits, sum(unique_hits) as unique_hits, sum(day_visitors) as day_visitors
      from hit_slots where ${site} and ${within('slot', parts.whole)}`,
    sql`select count(*), ${uniqueCount('hit')}, ${dayVisitors} from hits where ${site} and ${tail}`,
    ...broken.map(part => sql`select count(*), ${uniqueCount('hit')}, 0 from hits where ${site} and ${part}`),
  ]);
  const hashes = together([
    sql`select visitor_hash from hits
      where ${site} and ${within('created_at', parts.whole)} and is_first_of_day and visitor_is_stable`,
    ...broken.map(part => sql`select visitor_hash from hits where ${site} and ${part}`),
  ]);
  return sql`select coalesce(sum(hits), 0)::bigint as hits, coalesce(sum(unique_hits), 0)::bigint as unique_hits,
      coalesce(sum(day_visitors), 0)::bigint + (select count(distinct visitor_hash) from (${hashes})) as visitors,
      (select count(key) from (${paths})) as paths
    from (${sums})`;
};

/** Totals of any rows, counted one by one. */
const rawTotals = (query: HitQuery): Sql => sql`
  select count(*) as hits, ${uniqueCount(query.kind)} as unique_hits, count(distinct path) as paths,
    ${raw(query.kind === 'agent_visit' ? '0' : 'count(distinct visitor_hash)')} as visitors
  from ${tableOf(query.kind)} where ${whereOf(query)}`;

interface TotalsRow {
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly paths: number;
}

/** Hits, unique hits, exact visitors and paths of a query. */
export const totalsOf = async (ask: Ask, query: HitQuery): Promise<Totals> => {
  const parts = isPlain(query) ? partsOf(query.span, DAY_MS) : undefined;
  const paths = parts && rolledGroups(query, 'path');
  const statement = parts && paths ? rolledTotals(query, parts, paths) : rawTotals(query);
  const [row] = await ask<TotalsRow>(statement);
  if (!row) return { hits: 0, uniqueHits: 0, visitors: 0, paths: 0 };
  return { hits: row.hits, uniqueHits: row.unique_hits, visitors: row.visitors, paths: row.paths };
};

interface SiteRow {
  readonly site_id: number;
  readonly hits: number;
  readonly unique_hits: number;
}

/** Hits and unique hits of many sites at once; sites without any are missing. */
export const siteTotals = async (
  ask: Ask,
  siteIds: readonly number[],
  span: Span | null,
): Promise<Map<number, SiteTotals>> => {
  if (siteIds.length === 0) return new Map();
  const sites = sql`site_id in (select unnest(${siteIds}::bigint[]))`;
  const parts = partsOf(span, SLOT_MS);
  const counts = parts
    ? slotCounts(sites, parts)
    : sql`select site_id, count(*) as hits, ${uniqueCount('hit')} as unique_hits
        from hits where ${sites} and ${within('created_at', span)} group by all`;
  const statement = sql`select site_id, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
    from (${counts}) group by site_id having sum(hits) > 0`;
  const rows = await ask<SiteRow>(statement);
  return new Map(rows.map(row => [row.site_id, { hits: row.hits, uniqueHits: row.unique_hits }]));
};
