/** Journeys: the hits of each visitor in a span, and what visits opened before and after a page. */
import { coverDays } from '../../../core/days.ts';
import type { JourneyPages, Journeys, PathViews, PathVisitors } from '../../../core/hits/answers.ts';
import {
  type Filter,
  type HitQuery,
  isOfHits,
  type JourneyHits,
  type JourneyPagesQuery,
  type JourneyQuery,
  type Slice,
} from '../../../core/hits/query.ts';
import { toPredicate } from '../../filter-condition.ts';
import { toFilterSql } from '../../sql/filters.ts';
import { raw, type Sql, sql } from '../../sql/fragment.ts';
import type { Read } from '../client.ts';
import { BY_INSTANT, within } from '../sql.ts';
import { findComparedValue } from './dimensions.ts';
import { PLACE, withMatching } from './rows.ts';
import type { VisitHints } from './stored-visits.ts';

/** Returns the condition that a hit of a visit has a value, a page or a property, or none has where the filter excludes it. */
const hasSeen = (filter: Filter, isHit: Sql): Sql => {
  const { isExcluding } = toPredicate(filter);
  const isMet = toFilterSql(findComparedValue({ kind: 'hit' }, filter.dimension), filter);
  return sql`visit_id ${raw(isExcluding ? 'not in' : 'in')} (
    select visit_id from own where ${isHit} and ${isMet} = ${raw(String(!isExcluding))})`;
};

/** What is read of the rows of visits. */
interface VisitedRows {
  readonly columns: readonly string[];
  /** Whether events are read, too, and all rows of the visits on the days of the span. */
  readonly hasEvents?: boolean;
  /** Whether rows have `visit_id` where no filter needs it. Default: true. */
  readonly needsVisits?: boolean;
  /** A condition for visitors. Default: all. */
  readonly visitors?: Sql | undefined;
}

/** Tables of a statement, and the condition for rows of `matching` that are of visits that match every filter. */
interface Visited {
  readonly tables: Sql;
  readonly isVisited: Sql;
}

/** Finds the rows of the visits that match the filters. */
export const findVisited = (
  { siteId, span, filters = [], siteHosts, ...hints }: JourneyHits & VisitHints,
  { columns, hasEvents = false, needsVisits = true, visitors }: VisitedRows,
): Visited => {
  const query: HitQuery & VisitHints = {
    zone: hints.zone,
    hasStoredDays: hints.hasStoredDays,
    hasStoredVisits: hints.hasStoredVisits,
    siteId,
    kind: 'hit',
    span: hasEvents ? coverDays(span, hints.zone) : span,
    attribution: 'visit',
    filters,
    siteHosts,
  };
  const isHit = hasEvents ? sql`kind = 'hit' and ${within(span, BY_INSTANT)}` : raw('true');
  return {
    tables: withMatching(query, {
      needsVisits: needsVisits || filters.length > 0,
      columns,
      hasEvents,
      ...(visitors && { visitors }),
      toOther: filter => (isOfHits(filter.dimension) ? hasSeen(filter, isHit) : undefined),
    }),
    isVisited: raw('visitor_hash is not null'),
  };
};

/** Returns the tables of a statement: `journey_hits` are the hits of the visits that match every filter. */
const withJourneyHits = (hits: JourneyHits, options: Pick<VisitedRows, 'needsVisits' | 'visitors'>): Sql => {
  const { tables, isVisited } = findVisited(hits, {
    columns: ['path', 'referrer', 'country', 'browser_name'],
    ...options,
  });
  return sql`${tables},
    journey_hits as (select assumeNotNull(visitor_hash) as visitor, visit_id, id, created_at, assumeNotNull(path) as page,
      referrer, country, browser_name, ${PLACE} as place
      from matching where ${isVisited})`;
};

/** What rows of `selectSummary` are of. */
const OF = { all: 0, entry: 1, exit: 2 } as const;

interface SummaryRow {
  readonly which: number;
  readonly path: string;
  readonly visitors: number;
  readonly single: number;
  readonly newest: readonly string[];
}

interface JourneyRow {
  readonly visitor_hash: string;
  readonly hits: number;
  readonly pages: readonly (readonly [number, number, string])[];
  readonly first: readonly [number, string, string | null, string, string | null];
  readonly last: readonly [number, string];
}

const BY_VISITOR = raw(`visitors as (
  select visitor, count() as hits, argMin(page, place) as entry, argMax(page, place) as exit, min(place) as first_place,
    max(place) as last_place
  from journey_hits group by visitor)`);

/** Visitors that are sorted for a page: ClickHouse takes up to 16 million. */
const MAX_LISTED = 10_000_000;

/**
 * Selects the number of visitors, the first ones of the list, and the pages that most of them entered or left on; of equal ones
 * that of the latest. One statement, since each works all journeys out.
 */
const selectSummary = ({ maxPaths, omitsSingle }: JourneyQuery, count: number): Sql => sql`
  select page.1 as which, page.2 as path, count() as visitors, countIf(hits = 1) as single,
    arrayMap(each -> toString(each.2), groupArraySortedIf(${raw(String(Math.max(1, Math.min(count, MAX_LISTED))))})((-last_place, visitor),
      which = ${raw(String(OF.all))} and ${omitsSingle ? raw('hits > 1') : raw('true')})) as newest
  from (select visitor, hits, first_place, last_place,
      arrayJoin(${raw(`[(${OF.all}, ''), (${OF.entry}, entry), (${OF.exit}, exit)]`)}) as page from visitors)
  group by page order by visitors desc, max(if(which = ${OF.entry}, first_place, last_place)) desc limit ${maxPaths} by which`;

/** Reads the journeys of some visitors, latest first. */
const readJourneys = async (
  read: Read,
  query: JourneyQuery,
  visitors: readonly string[],
): Promise<JourneyRow[]> => {
  if (visitors.length === 0) return [];
  const isListed = sql`visitor_hash in (select arrayJoin(${visitors.map(BigInt)}))`;
  return read(sql`${withJourneyHits(query, { needsVisits: false, visitors: isListed })}
    select toString(visitor) as visitor_hash, count() as hits,
      arraySlice(arraySort(groupArray((toUnixTimestamp64Milli(created_at), id, page))), 1, ${query.maxPages}) as pages,
      argMin(tuple(toUnixTimestamp64Milli(created_at), page, referrer, country, browser_name), place) as first,
      argMax(tuple(toUnixTimestamp64Milli(created_at), page), place) as last
    from journey_hits group by visitor order by max(place) desc`);
};

export async function queryJourneys(
  read: Read,
  query: JourneyQuery,
  { offset, limit }: Slice,
): Promise<Journeys> {
  const summary = await read<SummaryRow>(
    sql`${withJourneyHits(query, { needsVisits: false })}, ${BY_VISITOR} ${selectSummary(query, offset + limit)}`,
  );
  const totals = summary.find(({ which }) => which === OF.all);
  const rows = await readJourneys(read, query, totals?.newest.slice(offset, offset + limit) ?? []);
  const listPaths = (wanted: number): PathVisitors[] =>
    summary.filter(({ which }) => which === wanted).map(({ path, visitors }) => ({ path, visitors }));
  return {
    visitors: totals?.visitors ?? 0,
    singleHitVisitors: totals?.single ?? 0,
    entryPaths: listPaths(OF.entry),
    exitPaths: listPaths(OF.exit),
    rows: rows.map(({ visitor_hash: hash, hits, pages, first, last }) => ({
      visitorHash: BigInt(hash),
      hits,
      firstHit: new Date(first[0]),
      lastHit: new Date(last[0]),
      entryPath: first[1],
      exitPath: last[1],
      referrer: first[2],
      country: first[3],
      browserName: first[4],
      pages: pages.map(([at, , path]) => ({ path, at: new Date(at) })),
    })),
  };
}

interface PagesRow {
  readonly views: number;
  readonly visits: number;
  readonly entries: number;
  readonly exits: number;
}

export async function queryJourneyPages(read: Read, query: JourneyPagesQuery): Promise<JourneyPages> {
  const views = sql`${withJourneyHits(query, { needsVisits: true })},
    ways as (select arrayCompact(arrayMap(each -> each.3, arraySort(groupArray((created_at, id, page))))) as way
      from journey_hits group by visit_id having has(way, ${query.path})),
    views as (select way, arrayJoin(arrayEnumerate(way)) as place from ways where way[place] = ${query.path})`;
  const beside = (step: -1 | 1): Promise<PathViews[]> =>
    read(
      sql`${views} select way[place + ${step}] as path, count() as views from views
        where place + ${step} between 1 and length(way) group by path order by views desc, path limit ${query.maxPaths}`,
    );
  const [[counted], previous, next] = await Promise.all([
    read<PagesRow>(
      sql`${views} select count() as views, (select count() from ways) as visits, countIf(place = 1) as entries,
        countIf(place = length(way)) as exits from views`,
    ),
    beside(-1),
    beside(1),
  ]);
  return {
    views: counted?.views ?? 0,
    visits: counted?.visits ?? 0,
    entries: counted?.entries ?? 0,
    exits: counted?.exits ?? 0,
    previous,
    next,
    since: query.span.start,
  };
}
