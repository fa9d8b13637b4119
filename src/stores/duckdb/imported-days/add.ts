/** Adds the sums of imported days to counts of rows. Sites without such days cost no statement. */
import type { SeriesBucket, SiteTotals, Totals, VisitSums } from '../../../core/hits/answers.ts';
import { type AnswerTable, decorateAsk } from '../../../core/hits/ask.ts';
import { isInRange } from '../../../core/hits/imported-days.ts';
import type { Dimension, HitQuery, ImportedDays, ReadOptions } from '../../../core/hits/query.ts';
import type { HitStore } from '../../../core/hits/store.ts';
import type { Day } from '../../../core/span.ts';
import type { Read, Sql } from '../sql/sql.ts';
import {
  type CountedSites,
  type ImportedSums,
  readImportedSeries,
  readImportedSeriesBySite,
  readImportedSums,
  readImportedTotalsBySite,
  selectImportedGroups,
  toDays,
} from './reads.ts';
import type { Clip, KnownSpans } from './spans.ts';

interface Deps {
  readonly spans: KnownSpans;
  readonly readWith: (options?: ReadOptions) => Read;
}

/** Selects the imported groups that are added to those of a query; undefined where there are none. */
export const findImportedGroups = async (
  spans: KnownSpans,
  query: HitQuery,
  dimension: Dimension,
): Promise<Sql | undefined> => {
  const { importedDays } = query;
  const clips = importedDays && (await findClips(spans, query.siteId, importedDays));
  return clips && selectImportedGroups({ ...query, importedDays, clips }, dimension);
};

/** Returns which days of a site do not count; undefined where it has none in a range. */
const findClips = async (
  spans: KnownSpans,
  siteId: number,
  days: ImportedDays,
): Promise<readonly Clip[] | undefined> => {
  const counted = await spans.findCounted(siteId);
  return counted.spans.some(span => isInRange(span, days)) ? counted.clips : undefined;
};

/** Adds imported days to the answers of a store of rows. */
export const withImportedDays = <Store extends Pick<HitStore, 'ask'>>(
  rows: Store,
  { spans, readWith }: Deps,
): Store => {
  const { ask } = rows;
  const findSums = async (query: HitQuery, options?: ReadOptions): Promise<ImportedSums | undefined> => {
    const { importedDays } = query;
    const clips = importedDays && (await findClips(spans, query.siteId, importedDays));
    return clips && readImportedSums(readWith(options), { ...query, importedDays, clips });
  };
  const findSites = async (siteIds: readonly number[], days: ImportedDays): Promise<CountedSites> => {
    const found = await Promise.all(siteIds.map(siteId => findClips(spans, siteId, days)));
    return {
      siteIds: siteIds.filter((_, index) => found[index]),
      clips: found.flatMap(clips => clips ?? []),
    };
  };
  /** Counts distinct paths: those of the days must be compared with those of the rows. */
  const countPaths = async (query: HitQuery, options?: ReadOptions): Promise<number | undefined> => {
    const { siteId, kind, span, filters, attribution, importedDays } = query;
    const isOfPages = filters.every(({ dimension }) => dimension === 'path');
    const hasPages = (await spans.findCounted(siteId)).spans.some(({ dimensions }) => dimensions.has('path'));
    if (kind !== 'hit' || !isOfPages || !hasPages) return undefined;
    const rows = {
      siteId,
      kind,
      span,
      filters,
      ...(attribution && { attribution }),
      ...(importedDays && { importedDays }),
    };
    // The search leaves out views without a page.
    const pages = { search: '', offset: 0, limit: 1 };
    return (await ask({ shape: 'groups', ...rows, dimension: 'path', ...pages }, options)).total;
  };
  const addTotals: AnswerTable['totals']['site'] = async (query, options) => {
    const [own, days] = await Promise.all([ask(query, options), findSums(query, options)]);
    if (!days) return own;
    const paths = query.measures?.includes('paths') ? await countPaths(query, options) : undefined;
    return { ...addCounts(own, days), ...(paths !== undefined && { paths }) };
  };
  const addEngagement: AnswerTable['totals']['engagement'] = async (query, options) => {
    const [own, days] = await Promise.all([ask(query, options), findSums(query, options)]);
    if (!days || query.kind !== 'hit') return own;
    return { ...addVisits(own, days), visitors: own.visitors + days.engagement.visitors };
  };
  const addSeries: AnswerTable['series']['site'] = async (query, options) => {
    const { importedEdges = [] } = query;
    const range = toDays(importedEdges);
    const clips = range && (await findClips(spans, query.siteId, range));
    const [own, days] = await Promise.all([
      ask(query, options),
      clips ? readImportedSeries(readWith(options), { ...query, clips }, importedEdges) : [],
    ]);
    return addToBuckets(own, importedEdges, days);
  };
  const addSiteTotals: AnswerTable['totals']['sites'] = async (query, options) => {
    const { importedDays } = query;
    const [own, sites] = await Promise.all([
      ask(query, options),
      importedDays && findSites(query.siteIds, importedDays),
    ]);
    const days =
      importedDays && sites?.siteIds.length
        ? await readImportedTotalsBySite(readWith(options), sites, importedDays)
        : [];
    return addBySite<Partial<Totals>, (typeof days)[number]>(own, days, {
      add: (day, value) =>
        query.measures ? { visitors: (value?.visitors ?? 0) + day.visitors } : addHits(day, value),
      isCounted: ({ hits = 0, visitors = hits }) => visitors > 0,
    });
  };
  const addSiteSeries: AnswerTable['series']['sites'] = async (query, options) => {
    const { siteIds, edges, importedEdges = [] } = query;
    const range = toDays(importedEdges);
    const sites = range && (await findSites(siteIds, range));
    const [own, days] = await Promise.all([
      ask(query, options),
      range && sites?.siteIds.length ? readImportedSeriesBySite(readWith(options), sites, range) : [],
    ]);
    const empty = edges.slice(1).map(() => NOTHING);
    return addBySite(own, days, {
      add: (day, buckets = empty) => {
        const at = findBucket(importedEdges, day.day);
        return buckets.map((bucket, index) => (index === at ? addHits(day, bucket) : bucket));
      },
      isCounted: buckets => buckets.some(hasHits),
    });
  };
  return decorateAsk(rows, ask => (question, options) => {
    if (question.shape === 'totals' && question.of === 'engagement') return addEngagement(question, options);
    if (question.of !== undefined) return ask(question, options);
    if (question.shape === 'totals')
      return 'siteIds' in question ? addSiteTotals(question, options) : addTotals(question, options);
    if (question.shape === 'series')
      return 'siteIds' in question ? addSiteSeries(question, options) : addSeries(question, options);
    return ask(question, options);
  });
};

const NOTHING: SiteTotals = { hits: 0, uniqueHits: 0 };

const hasHits = ({ hits }: SiteTotals): boolean => hits > 0;

const addHits = (day: SiteTotals, { hits = 0, uniqueHits = 0 }: Partial<Totals> = {}): SiteTotals => ({
  hits: hits + day.hits,
  uniqueHits: uniqueHits + day.uniqueHits,
});

/** Adds to the counts that are present. */
const addCounts = <Counts extends Partial<SeriesBucket>>(own: Counts, days: ImportedSums): Counts => ({
  ...own,
  ...(own.hits !== undefined && { hits: own.hits + days.hits }),
  ...(own.uniqueHits !== undefined && { uniqueHits: own.uniqueHits + days.uniqueHits }),
  ...(own.visitors !== undefined && { visitors: own.visitors + days.visitors }),
  ...(own.visits !== undefined && { visits: own.visits + days.visits }),
});

const addVisits = (own: VisitSums, { engagement }: ImportedSums): VisitSums => ({
  visits: own.visits + engagement.visits,
  bounces: own.bounces + engagement.bounces,
  hits: own.hits + engagement.hits,
  totalDurationSeconds: own.totalDurationSeconds + engagement.totalDurationSeconds,
});

/** Adds days to the buckets that they are in. */
const addToBuckets = (
  own: readonly SeriesBucket[],
  edges: readonly Day[],
  days: readonly (ImportedSums & { readonly day: Day })[],
): SeriesBucket[] => {
  const buckets = [...own];
  for (const sums of days) {
    const at = findBucket(edges, sums.day);
    const bucket = buckets[at];
    if (!bucket) continue;
    const { engagement } = bucket;
    buckets[at] = {
      ...addCounts(bucket, sums),
      ...(engagement && { engagement: addVisits(engagement, sums) }),
    };
  }
  return buckets;
};

/** Finds the bucket of a day within ascending edges. */
const findBucket = (edges: readonly Day[], day: Day): number => {
  let [low, high] = [0, edges.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((edges[middle] ?? '') <= day) low = middle;
    else high = middle;
  }
  return low;
};

/** Adds figures of days to values by site; sites without any are missing. */
const addBySite = <Value, Figures extends { readonly siteId: number }>(
  own: ReadonlyMap<number, Value>,
  days: readonly Figures[],
  {
    add,
    isCounted,
  }: {
    readonly add: (figures: Figures, value?: Value) => Value;
    readonly isCounted: (value: Value) => boolean;
  },
): Map<number, Value> => {
  const values = new Map(own);
  for (const figures of days) values.set(figures.siteId, add(figures, values.get(figures.siteId)));
  return new Map([...values].filter(([, value]) => isCounted(value)));
};
