/** Answers reports of hits from figures that are kept. Where these cannot answer, all rows are read. */
import type { GroupRow, SeriesBucket, Totals } from '../../../core/hits/answers.ts';
import { isFilter, listFilters } from '../../../core/hits/conditions.ts';
import type {
  Dimension,
  GroupOptions,
  HitQuery,
  ReadOptions,
  SeriesOptions,
  TotalsOptions,
} from '../../../core/hits/query.ts';
import { QUARTER_HOUR_MS } from '../../../lib/time-units.ts';
import { excludesNothing } from '../../filter-condition.ts';
import { pageOf } from '../../min-visitors.ts';
import { toFilterSql } from '../../sql/filters.ts';
import { raw } from '../../sql/fragment.ts';
import { findComparedValue, keyOf } from '../queries/dimensions.ts';
import { isFirstOfVisit } from '../queries/rows.ts';
import { PAGES } from '../queries/stored-visits.ts';
import type { OfDays } from '../sql.ts';
import { type KeptFigures, MAX_GROUPS_OF_QUESTION, type Question } from './kept-figures.ts';
import { COUNT, type Counts, type Figures, type KeyOf } from './visitor-figures.ts';

/** Groups of a report. */
interface Groups {
  readonly rows: GroupRow[];
  readonly total: number;
}

type GroupRequest = Omit<GroupOptions, 'minVisitors' | 'othersKey'>;

/** The reads that all rows are counted by. */
export interface CountingReads {
  count(query: HitQuery, options?: ReadOptions): Promise<number>;
  totals(query: HitQuery, options?: TotalsOptions): Promise<Totals>;
  group(query: HitQuery, dimension: Dimension, options: GroupRequest): Promise<Groups>;
  series(query: HitQuery, edges: readonly Date[], options?: SeriesOptions): Promise<SeriesBucket[]>;
  /** Returns whether any visit of a query may have been engaged. */
  hasReports(query: HitQuery, options?: ReadOptions): Promise<boolean>;
}

/** Key of the only group where nothing is grouped. */
const ALL = '';

const toCounts = (given: Partial<Record<keyof typeof COUNT, number | undefined>>): number[] =>
  Object.keys(COUNT).map(name => given[name as keyof typeof COUNT] ?? 0);

/** Spans that begin or end at any other moment are asked about once. */
const isAsked = (edge: Date): boolean => +edge % QUARTER_HOUR_MS === 0;

/**
 * Whether the values that filters and groups mean are those of rows, of the first row of their visit, or of their pages, and
 * whether the same is likely to be asked again.
 */
const isKeepable = ({ kind, span, filters }: HitQuery, dimension?: Dimension): boolean =>
  kind === 'hit' &&
  (span === null || (isAsked(span.start) && isAsked(span.end))) &&
  dimension !== 'event' &&
  filters.every(filter => isFilter(filter) && filter.dimension !== 'event' && !PAGES.has(filter.dimension));

const toQuestion = (
  query: HitQuery,
  {
    id,
    keyOf: meant,
    dimension,
    readsReports = false,
  }: {
    readonly id: readonly unknown[];
    readonly keyOf: KeyOf;
    readonly dimension?: Dimension;
    readonly readsReports?: boolean;
  },
): Question => {
  const { siteId, siteHosts, span, attribution, ...others } = query;
  const { zone, hasStoredDays }: OfDays = others;
  const filters = listFilters(query.filters).filter(filter => !excludesNothing(filter));
  return {
    id: JSON.stringify([siteId, siteHosts, zone, span, attribution, filters, ...id]),
    ...{ siteId, span, zone, hasStoredDays },
    matches: filters.map(filter => toFilterSql(findComparedValue(query, filter.dimension), filter)),
    key: dimension ? keyOf(query, dimension) : raw('null'),
    readsReports,
    rules: {
      keyOf: meant,
      isWithin: at => span === null || (at >= +span.start && at < +span.end),
      filtersVisit: filters.map(filter => isFirstOfVisit(query, filter.dimension)),
    },
  };
};

/** Returns whose value groups have. */
const findKeyOf = (query: HitQuery, dimension: Dimension): KeyOf => {
  if (!PAGES.has(dimension)) return isFirstOfVisit(query, dimension) ? 'visit' : 'row';
  const isEntry = dimension === 'entry_page';
  if (query.attribution === 'visit') return isEntry ? 'visit_entry' : 'visit_exit';
  return isEntry ? 'visitor_entry' : 'visitor_exit';
};

/** Returns the figures that are in groups. */
const fromGroups = ({ rows, total }: Groups): Figures | undefined =>
  total > MAX_GROUPS_OF_QUESTION ? undefined : new Map(rows.map(row => [row.key, toCounts(row)]));

const countOf = (counts: Counts | undefined, name: keyof typeof COUNT): number => counts?.[COUNT[name]] ?? 0;

/** Returns the groups that may be on a page: sorting all of them takes longer than to find the smallest count on it. */
const findLargest = (figures: Figures, { offset, limit, orderBy = 'hits' }: GroupRequest) => {
  const wanted = offset + limit;
  if (figures.size <= 4 * wanted) return [...figures];
  const counts = Float64Array.from(figures.values(), each => countOf(each, orderBy)).sort();
  const least = counts[counts.length - wanted] ?? 0;
  return [...figures].filter(([, each]) => countOf(each, orderBy) >= least);
};

const toGroups = (figures: Figures, options: GroupRequest): Groups => {
  const { countsVisitors = false } = options;
  const rows = findLargest(figures, options).map(([key, counts]) => ({
    key,
    hits: countOf(counts, 'hits'),
    uniqueHits: countOf(counts, 'uniqueHits'),
    ...(countsVisitors && { visitors: countOf(counts, 'visitors'), visits: countOf(counts, 'visits') }),
  }));
  return { rows: pageOf(rows, options).rows, total: figures.size };
};

/** Creates reads of which figures are kept. */
export function createKeptReads(
  kept: KeptFigures,
  reads: CountingReads,
): Omit<CountingReads, 'count' | 'hasReports'> {
  const findGroups = async (query: HitQuery, dimension: Dimension, options: GroupRequest) => {
    const { countsVisitors = false, orderBy = 'hits', offset, limit, search, ...rest } = options;
    const isOfVisitors = PAGES.has(dimension) && query.attribution !== 'visit';
    if (!isKeepable(query, dimension) || search !== undefined || (isOfVisitors && countsVisitors))
      return undefined;
    const question = toQuestion(query, {
      id: ['group', dimension, countsVisitors],
      keyOf: findKeyOf(query, dimension),
      dimension,
    });
    let counted: Groups | undefined;
    const figures = await kept.find(question, rest, async () => {
      const all = { offset: 0, limit: Math.max(MAX_GROUPS_OF_QUESTION, offset + limit) };
      counted = await reads.group(query, dimension, { ...rest, ...all, countsVisitors, orderBy });
      return fromGroups(counted);
    });
    return { figures, counted };
  };
  const group: CountingReads['group'] = async (query, dimension, options) => {
    const { offset, limit } = options;
    const found = await findGroups(query, dimension, options);
    if (found?.counted)
      return { rows: found.counted.rows.slice(offset, offset + limit), total: found.counted.total };
    return found?.figures ? toGroups(found.figures, options) : reads.group(query, dimension, options);
  };
  /** Counts the paths of hits; undefined where they are not kept. */
  const countPaths = async (query: HitQuery, options: ReadOptions): Promise<number | undefined> => {
    const found = await findGroups(query, 'path', { ...options, offset: 0, limit: 1 });
    if (!found?.figures) return found?.counted?.total;
    return found.figures.size - Number(found.figures.has(null));
  };
  return {
    group,
    totals: async (query, given = {}) => {
      if (!isKeepable(query)) return reads.totals(query, given);
      const { countsVisits = false, omitsPaths = false, onlyVisitors: _, ...options } = given;
      const question = toQuestion(query, { id: ['totals', countsVisits], keyOf: () => ALL });
      const count = async () => {
        const totals = await reads.totals(query, { ...options, countsVisits, omitsPaths: true });
        return new Map([[ALL, toCounts(totals)]]);
      };
      const [figures, paths] = await Promise.all([
        kept.find(question, options, count),
        omitsPaths ? 0 : countPaths(query, options),
      ]);
      if (!figures || paths === undefined) return reads.totals(query, given);
      const counts = figures.get(ALL);
      return {
        hits: countOf(counts, 'hits'),
        uniqueHits: countOf(counts, 'uniqueHits'),
        visitors: countOf(counts, 'visitors'),
        paths,
        ...(countsVisits && { visits: countOf(counts, 'visits') }),
      };
    },
    series: async (query, edges, given = {}) => {
      const [start, end] = [edges[0], edges.at(-1)];
      if (!start || !end || edges.length < 2) return reads.series(query, edges, given);
      const { countsVisitors = false, countsEngagement = false, ...options } = given;
      const asked = { ...query, span: { start, end } };
      if (!isKeepable(asked)) return reads.series(query, edges, given);
      const question = toQuestion(asked, {
        id: ['series', edges, countsVisitors, countsEngagement],
        keyOf: at => String(edges.findLastIndex(edge => +edge <= at)),
        readsReports: countsEngagement,
      });
      let counted: SeriesBucket[] | undefined;
      const figures = await kept.find(question, options, async () => {
        counted = await reads.series(query, edges, given);
        if (countsEngagement && (await reads.hasReports(asked, options))) return undefined;
        return new Map(counted.map((bucket, index) => [String(index), fromBucket(bucket)]));
      });
      if (counted) return counted;
      if (!figures) return reads.series(query, edges, given);
      return edges.slice(1).map((_, index) => {
        const counts = figures.get(String(index));
        return toBucket(counts, { countsVisitors, countsEngagement });
      });
    },
  };
}

const fromBucket = ({ hits, uniqueHits, visitors, visits, engagement }: SeriesBucket): Counts =>
  toCounts({
    ...{ hits, uniqueHits, visitors },
    visits: engagement?.visits ?? visits,
    bounces: engagement?.bounces,
    visitHits: engagement?.hits,
    durationMs: Math.round((engagement?.totalDurationSeconds ?? 0) * 1000),
  });

const toBucket = (
  counts: Counts | undefined,
  { countsVisitors, countsEngagement }: Required<Pick<SeriesOptions, 'countsVisitors' | 'countsEngagement'>>,
): SeriesBucket => ({
  hits: countOf(counts, 'hits'),
  uniqueHits: countOf(counts, 'uniqueHits'),
  ...(countsVisitors && { visitors: countOf(counts, 'visitors'), visits: countOf(counts, 'visits') }),
  ...(countsEngagement && {
    engagement: {
      visits: countOf(counts, 'visits'),
      bounces: countOf(counts, 'bounces'),
      hits: countOf(counts, 'visitHits'),
      totalDurationSeconds: countOf(counts, 'durationMs') / 1000,
    },
  }),
});
