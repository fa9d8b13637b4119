/** Reads the sums of imported days. */

import type { Engagement, SiteTotals } from '../../../core/hits/answers.ts';
import { listFilters } from '../../../core/hits/conditions.ts';
import {
  countsVisitorsOnly,
  findCounted,
  findImportedDimension,
  TOTAL,
} from '../../../core/hits/imported-days.ts';
import type { Dimension, HitQuery, ImportedDays } from '../../../core/hits/query.ts';
import type { Day, DayRange } from '../../../core/span.ts';
import { toComparedText } from '../../sql/dimensions.ts';
import { toFilterSql } from '../../sql/filters.ts';
import { isAnyOfSites } from '../queries/conditions.ts';
import { join, type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { isOfImport } from './parts.ts';
import type { Clip } from './spans.ts';

/** What imported days add to the counts of rows. */
export interface ImportedSums {
  readonly hits: number;
  readonly uniqueHits: number;
  readonly visitors: number;
  readonly visits: number;
  /** Of the days that have all that it takes. */
  readonly engagement: Engagement;
}

type ImportedQuery = HitQuery & { readonly importedDays: ImportedDays; readonly clips: readonly Clip[] };

/** Returns the condition for days. */
export const isWithin = (days: ImportedDays): Sql =>
  days === 'all' ? raw('true') : sql`day between ${days.first}::date and ${days.last}::date`;

/** Returns the condition for the days that count. */
export const isCounted = (clips: readonly Clip[]): Sql => {
  const clipped = clips.map(
    ({ importKey, from }) => sql`(${isOfImport(importKey)} and day >= ${from}::date)`,
  );
  return clipped.length === 0 ? raw('true') : sql`not (${join(clipped, ' or ')})`;
};

/** Returns the condition for the days of a query; undefined where they cannot answer it. */
const toWhere = (query: ImportedQuery, grouping?: Dimension): Sql | undefined => {
  const dimension = findImportedDimension(query, grouping);
  if (dimension === undefined) return undefined;
  const filters = listFilters(query.filters).map(filter =>
    toFilterSql(toComparedText(filter.dimension, raw('value')), filter),
  );
  const conditions = [
    sql`site_id = ${query.siteId}`,
    sql`dimension = ${dimension}`,
    isWithin(query.importedDays),
    isCounted(query.clips),
    ...filters,
  ];
  return join(conditions, ' and ');
};

const sum = (measure: string): Sql => raw(`coalesce(sum(${measure}), 0)::bigint`);

/** Visitors of several events are not known: who sent two of them would count twice. */
const hasVisitors = ({ kind, filters }: HitQuery, grouping?: Dimension): boolean =>
  kind === 'hit' || grouping === 'event' || filters.length > 0;

const selectCounts = (query: HitQuery, grouping?: Dimension): Sql => {
  const hasUniques = query.kind === 'hit' && !countsVisitorsOnly(query, grouping);
  const ifKnown = (measure: string) => (hasVisitors(query, grouping) ? sum(measure) : raw('0::bigint'));
  return sql`${sum(findCounted(query, grouping))} as hits,
    ${hasUniques ? sum('unique_views') : raw('0::bigint')} as unique_hits,
    ${ifKnown('visitors')} as visitors, ${ifKnown('visits')} as visits`;
};

/** Selects groups of imported days as `key`, `hits`, `unique_hits`, `visitors` and `visits`; undefined where they have none. */
export const selectImportedGroups = (query: ImportedQuery, dimension: Dimension): Sql | undefined => {
  const where = toWhere(query, dimension);
  return (
    where &&
    sql`select ${toComparedText(dimension, raw('value')).value} as key, ${selectCounts(query, dimension)}
      from imported_days where ${where} group by all having hits > 0`
  );
};

/** Days that know everything about their visits. */
const WITH_ENGAGEMENT = raw(
  'filter (where visits is not null and views is not null and bounces is not null and duration_seconds is not null)',
);

const selectEngagement = ({ kind }: HitQuery): Sql => {
  const engaged = (measure: string): Sql =>
    kind === 'hit' ? sql`coalesce(sum(${raw(measure)}) ${WITH_ENGAGEMENT}, 0)::bigint` : raw('0::bigint');
  return sql`${engaged('visits')} as engaged_visits, ${engaged('views')} as engaged_hits,
    ${engaged('visitors')} as engaged_visitors, ${engaged('bounces')} as bounces,
    ${engaged('duration_seconds')} as duration_seconds`;
};

interface Row {
  readonly hits: number;
  readonly unique_hits: number;
  readonly visitors: number;
  readonly visits: number;
  readonly engaged_visits: number;
  readonly engaged_hits: number;
  readonly engaged_visitors: number;
  readonly bounces: number;
  readonly duration_seconds: number;
}

const toSums = (row: Row): ImportedSums => ({
  hits: row.hits,
  uniqueHits: row.unique_hits,
  visitors: row.visitors,
  visits: row.visits,
  engagement: {
    visits: row.engaged_visits,
    bounces: row.bounces,
    hits: row.engaged_hits,
    visitors: row.engaged_visitors,
    totalDurationSeconds: row.duration_seconds,
  },
});

/** Returns the sums of a query's imported days; undefined where they cannot answer it. */
export const readImportedSums = async (
  read: Read,
  query: ImportedQuery,
): Promise<ImportedSums | undefined> => {
  const where = toWhere(query);
  if (!where) return undefined;
  const [row] = await read<Row>(
    sql`select ${selectCounts(query)}, ${selectEngagement(query)} from imported_days where ${where}`,
  );
  return row && toSums(row);
};

/** Returns the sums of a query's imported days by day, within the edges of a series. */
export const readImportedSeries = async (
  read: Read,
  query: HitQuery & Pick<ImportedQuery, 'clips'>,
  edges: readonly Day[],
): Promise<readonly (ImportedSums & { readonly day: Day })[]> => {
  const importedDays = toDays(edges);
  const where = importedDays && toWhere({ ...query, importedDays });
  if (!where) return [];
  const rows = await read<Row & { readonly day: Day }>(
    sql`select day::varchar as day, ${selectCounts(query)}, ${selectEngagement(query)}
      from imported_days where ${where} group by imported_days.day`,
  );
  return rows.map(row => ({ day: row.day, ...toSums(row) }));
};

/** Returns the days from the first edge to the last, which is not included. */
export const toDays = (edges: readonly Day[]): DayRange | undefined => {
  const [first, end] = [edges[0], edges.at(-1)];
  if (first === undefined || end === undefined || end <= first) return undefined;
  const last = new Date(Date.parse(`${end}T00:00:00Z`) - 1).toISOString().slice(0, 10);
  return { first, last };
};

/** Sites that have days, and which of those do not count. */
export interface CountedSites {
  readonly siteIds: readonly number[];
  readonly clips: readonly Clip[];
}

/** Totals of a site, or of a day of it. */
interface SiteSums extends SiteTotals {
  readonly siteId: number;
  readonly visitors: number;
}

/** Returns the totals of sites that have imported days. */
export const readImportedTotalsBySite = async (
  read: Read,
  sites: CountedSites,
  days: ImportedDays,
): Promise<readonly SiteSums[]> => {
  const rows = await read<SiteRow>(
    sql`select ${SITE_SUMS} from imported_days where ${totalsOf(sites, days)} group by site_id`,
  );
  return rows.map(toSiteSums);
};

/** Returns the totals of sites by day, within the edges of a series. */
export const readImportedSeriesBySite = async (
  read: Read,
  sites: CountedSites,
  days: DayRange,
): Promise<readonly (SiteSums & { readonly day: Day })[]> => {
  const rows = await read<SiteRow & { readonly day: Day }>(
    sql`select day::varchar as day, ${SITE_SUMS} from imported_days where ${totalsOf(sites, days)}
      group by site_id, imported_days.day`,
  );
  return rows.map(row => ({ day: row.day, ...toSiteSums(row) }));
};

interface SiteRow extends Pick<Row, 'hits' | 'unique_hits' | 'visitors'> {
  readonly site_id: number;
}

const SITE_SUMS = sql`site_id, ${sum('views')} as hits, ${sum('unique_views')} as unique_hits,
  ${sum('visitors')} as visitors`;

const totalsOf = ({ siteIds, clips }: CountedSites, days: ImportedDays): Sql =>
  sql`${isAnyOfSites(siteIds)} and dimension = ${TOTAL} and ${isWithin(days)} and ${isCounted(clips)}`;

const toSiteSums = (row: SiteRow): SiteSums => ({
  siteId: row.site_id,
  hits: row.hits,
  uniqueHits: row.unique_hits,
  visitors: row.visitors,
});
