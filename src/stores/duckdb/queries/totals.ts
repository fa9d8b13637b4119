/** `count`, `totals` and `totalsBySite`. */

import type { SiteTotals, Totals } from '../../../core/hits/answers.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { any } from '../../sql/fragment.ts';
import { type Plan, planSums } from '../aggregates/plan.ts';
import { SLOT_MS, selectSlots } from '../aggregates/select.ts';
import type { SumsState } from '../aggregates/state.ts';
import { type Read, type Reads, raw, type Sql, sql, within } from '../sql/sql.ts';
import { countVisitors } from '../visits/visitor-ends.ts';
import { isAnyOfSites, siteAndFilters, tableOf, toWhere, uniqueCount } from './conditions.ts';
import { countSummedPaths } from './group.ts';
import { extendToDays, rawParts, type SpanParts, splitDays, splitSpan, unionAll } from './parts.ts';
import { selectSummedRows } from './sums-by-day.ts';
import { isExact, isOfChannels } from './value-sums.ts';

const isPlain = (query: HitQuery): boolean => query.kind === 'hit' && query.filters.length === 0;

/** Counts hits and unique hits of some sites, from slots and the raw rows they do not cover. */
const countBySlots = (sites: Sql, parts: SpanParts): Sql =>
  unionAll([
    sql`select site_id, sum(hits) as hits, sum(unique_hits) as unique_hits
      from (${selectSlots(sites, parts.wholeUnits)}) group by all`,
    ...rawParts(parts).map(
      part =>
        sql`select site_id, count(*), ${uniqueCount('hit')} from hits where ${sites} and ${part} group by all`,
    ),
  ]);

/** A query of `count` or `totals`. */
export interface TotalsRequest {
  readonly query: HitQuery;
  /** False where raw rows are read faster. */
  readonly state: SumsState;
  /** Whether the number of paths of raw rows is not needed. */
  readonly omitsPaths?: boolean | undefined;
}

/** Selects hits in parts, from sums and the raw rows they do not cover; undefined where the span has no whole unit. */
const selectSums = (query: HitQuery, plan: Plan): Sql | undefined => {
  if (plan.from !== 'slots') return selectSummedRows(query, plan);
  const parts = splitSpan(query.span, SLOT_MS);
  return parts && countBySlots(siteAndFilters(query), parts);
};

/** Counts the rows of a query. */
export const countHits = (reads: Reads, { query, state }: TotalsRequest): Promise<number> => {
  const plan = planSums({ query }, state);
  const count = async (read: Read): Promise<number> => {
    const sums = (await isExact(read, query, plan)) ? selectSums(query, plan) : undefined;
    const statement = sums
      ? sql`select coalesce(sum(hits), 0)::bigint as hits from (${sums})`
      : sql`select count(*) as hits from ${tableOf(query.kind)} where ${toWhere(query)}`;
    const [row] = await read<{ hits: number }>(statement);
    return row?.hits ?? 0;
  };
  return isOfChannels(plan) ? reads.inTransaction(count) : count(reads.read);
};

/** Selects totals from raw rows. */
const selectRawTotals = (query: HitQuery, omitsPaths = false): Sql => sql`
  select count(*) as hits, ${uniqueCount(query.kind)} as unique_hits,
    ${raw(query.kind === 'hit' && !omitsPaths ? 'count(distinct hash(path)) filter (where path is not null)' : '0')} as paths,
    ${raw(query.kind === 'agent_visit' ? '0' : 'count(distinct visitor_hash)')} as visitors
  from ${tableOf(query.kind)} where ${toWhere(query)}`;

interface TotalsRow {
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly paths: number;
}

/** Selects totals of all hits: hits from quarters of an hour, visitors and paths from days. */
const selectTotals = async (read: Read, { query, state }: TotalsRequest): Promise<Sql> => {
  const { zone } = query;
  const site = siteAndFilters(query);
  const span = query.span && (await extendToDays(read, { span: query.span, zone, hits: site }));
  const paths = countSummedPaths({ ...query, span });
  const parts = paths && splitSpan(span, SLOT_MS);
  if (!paths || !parts) return selectRawTotals(query);
  return sql`select coalesce(sum(hits), 0)::bigint as hits, coalesce(sum(unique_hits), 0)::bigint as unique_hits,
      ${await countVisitors(read, { query: { ...query, span }, state })}::bigint as visitors, (${paths}) as paths
    from (${countBySlots(site, parts)})`;
};

/**
 * Counts visitors of pages. On a whole day a visitor's unique hit of a page stands for the others; those of one page add up
 * where visitors are known for a day only.
 */
const countVisitorsOfPages = (query: HitQuery, { partialUnits }: SpanParts): Sql => {
  const [filter, ...others] = query.filters;
  const isOnePage = filter !== undefined && 'is' in filter && others.length === 0;
  const visitors = raw(
    isOnePage && partialUnits.length === 0 && !query.hasOtherMarks
      ? 'count(distinct visitor_hash) filter (where visitor_is_stable) + count(*) filter (where not visitor_is_stable)'
      : 'count(distinct visitor_hash)',
  );
  const isSufficient = query.hasOtherMarks
    ? raw('true')
    : any([raw('is_unique'), ...partialUnits.map(part => within('created_at', part))]);
  return sql`select ${visitors} from hits where ${toWhere(query)} and ${isSufficient}`;
};

/** Selects totals of a query that is filtered by path, its hits and paths from sums; undefined where those lack them. */
const selectTotalsOfPages = ({ query, state }: TotalsRequest): Sql | undefined => {
  const paths = selectSummedRows(query, planSums({ query, dimension: 'path' }, state), 'path');
  const parts = splitDays(query.span, query.zone);
  return (
    paths &&
    parts &&
    sql`with sums as (
        select key is not null as is_path, sum(hits) as hits, sum(unique_hits) as unique_hits from (${paths})
        group by is_path, hash(key) having sum(hits) > 0)
      select coalesce(sum(hits), 0)::bigint as hits, coalesce(sum(unique_hits), 0)::bigint as unique_hits,
        count(*) filter (where is_path) as paths, (${countVisitorsOfPages(query, parts)}) as visitors from sums`
  );
};

/** Returns hits, unique hits, exact visitors and paths of a query. */
export const queryTotals = async (reads: Reads, request: TotalsRequest): Promise<Totals> => {
  const { query, state, omitsPaths } = request;
  const [row] =
    state.isUsed && isPlain(query)
      ? await reads.inTransaction(async read => read<TotalsRow>(await selectTotals(read, request)))
      : await reads.read<TotalsRow>(selectTotalsOfPages(request) || selectRawTotals(query, omitsPaths));
  if (!row) return { hits: 0, uniqueHits: 0, visitors: 0, paths: 0 };
  return { hits: row.hits, uniqueHits: row.unique_hits, visitors: row.visitors, paths: row.paths };
};

interface Site {
  readonly site_id: number;
  readonly hits: number;
  readonly unique_hits: number;
}

/** A query of `totalsBySite`. */
export interface SitesRequest {
  readonly siteIds: readonly number[];
  readonly span: Span | null;
  readonly state: SumsState;
}

/** Counts hits and unique hits of many sites; sites without any are missing. */
export const queryTotalsBySite = async (
  read: Read,
  { siteIds, span, state }: SitesRequest,
): Promise<Map<number, SiteTotals>> => {
  if (siteIds.length === 0) return new Map();
  const sites = isAnyOfSites(siteIds);
  const parts = state.isUsed ? splitSpan(span, SLOT_MS) : undefined;
  const statement = parts
    ? sql`select site_id, sum(hits)::bigint as hits, sum(unique_hits)::bigint as unique_hits
        from (${countBySlots(sites, parts)}) group by site_id having sum(hits) > 0`
    : sql`select site_id, count(*) as hits, ${uniqueCount('hit')} as unique_hits
        from hits where ${sites} and ${within('created_at', span)} group by site_id`;
  const rows = await read<Site>(statement);
  return new Map(rows.map(row => [row.site_id, { hits: row.hits, uniqueHits: row.unique_hits }]));
};
