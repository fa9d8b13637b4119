/** Adds the sums of imported days to counts of rows. Sites without such days cost no statement. */
import type { SeriesBucket, SiteTotals, VisitSums } from '../../../core/hits/answers.ts';
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

type AddedReads = Pick<
  HitStore,
  'count' | 'totals' | 'series' | 'engagement' | 'totalsBySite' | 'seriesBySite' | 'visitorsBySite'
>;

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

/** Creates reads of rows and imported days, over those of rows alone. */
export const addImportedDays = (
  rows: AddedReads & Pick<HitStore, 'group'>,
  { spans, readWith }: Deps,
): AddedReads => {
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
  const findTotalsBySite = async (
    siteIds: readonly number[],
    days: ImportedDays | undefined,
    options: ReadOptions,
  ) => {
    if (!days) return [];
    const sites = await findSites(siteIds, days);
    return sites.siteIds.length > 0 ? readImportedTotalsBySite(readWith(options), sites, days) : [];
  };
  /** Counts distinct paths: those of the days must be compared with those of the rows. */
  const countPaths = async (query: HitQuery, options?: ReadOptions): Promise<number | undefined> => {
    const isOfPages = query.filters.every(({ dimension }) => dimension === 'path');
    const hasPages = (await spans.findCounted(query.siteId)).spans.some(({ dimensions }) =>
      dimensions.has('path'),
    );
    if (query.kind !== 'hit' || !isOfPages || !hasPages) return undefined;
    // The search leaves out views without a page.
    const pages = { ...toReadOptions(options), search: '', offset: 0, limit: 1 };
    return (await rows.group(query, 'path', pages)).total;
  };
  return {
    count: async (query, options) => {
      const [own, days] = await Promise.all([rows.count(query, options), findSums(query, options)]);
      return own + (days?.hits ?? 0);
    },
    totals: async (query, options) => {
      const [own, days] = await Promise.all([rows.totals(query, options), findSums(query, options)]);
      if (!days) return own;
      return { ...addCounts(own, days), paths: (await countPaths(query, options)) ?? own.paths };
    },
    engagement: async (query, options) => {
      const [own, days] = await Promise.all([rows.engagement(query, options), findSums(query, options)]);
      if (!days || query.kind !== 'hit') return own;
      return { ...addVisits(own, days), visitors: own.visitors + days.engagement.visitors };
    },
    series: async (query, edges, options) => {
      const { importedDays } = options ?? {};
      const range = importedDays && toDays(importedDays);
      const clips = range && (await findClips(spans, query.siteId, range));
      const [own, days] = await Promise.all([
        rows.series(query, edges, options),
        importedDays && clips ? readImportedSeries(readWith(options), { ...query, clips }, importedDays) : [],
      ]);
      return addToBuckets(own, importedDays ?? [], days);
    },
    totalsBySite: async (siteIds, span, options = {}) => {
      const [own, days] = await Promise.all([
        rows.totalsBySite(siteIds, span, options),
        findTotalsBySite(siteIds, options.importedDays, options),
      ]);
      return addBySite(own, days, { add: addHits, isCounted: hasHits });
    },
    visitorsBySite: async (siteIds, span, options = {}) => {
      const [own, days] = await Promise.all([
        rows.visitorsBySite(siteIds, span, options),
        findTotalsBySite(siteIds, options.importedDays, options),
      ]);
      return addBySite(own, days, {
        add: (day, visitors = 0) => visitors + day.visitors,
        isCounted: visitors => visitors > 0,
      });
    },
    seriesBySite: async (siteIds, edges, options = {}) => {
      const { importedDays = [] } = options;
      const range = toDays(importedDays);
      const sites = range && (await findSites(siteIds, range));
      const [own, days] = await Promise.all([
        rows.seriesBySite(siteIds, edges, options),
        range && sites?.siteIds.length ? readImportedSeriesBySite(readWith(options), sites, range) : [],
      ]);
      const empty = edges.slice(1).map(() => NOTHING);
      return addBySite(own, days, {
        add: (day, buckets = empty) => {
          const at = findBucket(importedDays, day.day);
          return buckets.map((bucket, index) => (index === at ? addHits(day, bucket) : bucket));
        },
        isCounted: buckets => buckets.some(hasHits),
      });
    },
  };
};

const NOTHING: SiteTotals = { hits: 0, uniqueHits: 0 };

const hasHits = ({ hits }: SiteTotals): boolean => hits > 0;

const addHits = (day: SiteTotals, own: SiteTotals = NOTHING): SiteTotals => ({
  hits: own.hits + day.hits,
  uniqueHits: own.uniqueHits + day.uniqueHits,
});

const toReadOptions = ({ signal, queue }: ReadOptions = {}): ReadOptions => ({
  ...(signal && { signal }),
  ...(queue !== undefined && { queue }),
});

/** Adds to the counts that are present. */
const addCounts = <Counts extends SeriesBucket>(own: Counts, days: ImportedSums): Counts => ({
  ...own,
  hits: own.hits + days.hits,
  uniqueHits: own.uniqueHits + days.uniqueHits,
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
