/** Puts one function in front of every read of a hits store whose query has filters. */
import type { Span } from '../span.ts';
import type { Dimension, Filter, OfSite, ReadOptions } from './query.ts';
import type { HitStore } from './store.ts';

/** What the queries of those reads have in common. */
export interface FilteredQuery extends OfSite {
  readonly siteId: number;
  readonly span?: Span | null;
  readonly filters?: readonly Filter[];
}

/** How a read was asked, beside its query. */
export interface Asked {
  /** What is grouped by. */
  readonly dimension?: Dimension | undefined;
  /** Of a series. */
  readonly edges?: readonly Date[];
  readonly options: ReadOptions | undefined;
}

/** Reads whose query has filters. */
type FilteredReads = {
  [Name in keyof HitStore as 'filters' extends keyof Parameters<HitStore[Name]>[0]
    ? Name
    : never]: HitStore[Name];
};

/** Creates a hits store whose queries with filters go through `adapt`. A read with filters that is missing here does not compile. */
export function adaptQueries<Store extends HitStore>(
  hits: Store,
  adapt: <Query extends FilteredQuery>(query: Query, asked: Asked) => Promise<Query>,
): Store {
  const reads: FilteredReads = {
    list: async (query, slice, options) => hits.list(await adapt(query, { options }), slice, options),
    count: async (query, options) => hits.count(await adapt(query, { options }), options),
    group: async (query, dimension, options) =>
      hits.group(await adapt(query, { dimension, options }), dimension, options),
    series: async (query, edges, options) =>
      hits.series(await adapt(query, { edges, options }), edges, options),
    totals: async (query, options) => hits.totals(await adapt(query, { options }), options),
    engagement: async (query, options) => hits.engagement(await adapt(query, { options }), options),
    pageEngagement: async (query, pages, options) =>
      hits.pageEngagement(await adapt(query, { options }), pages, options),
    revenue: async (query, options) =>
      hits.revenue(await adapt(query, { dimension: options?.dimension, options }), options),
    propertyUses: async (query, options) => hits.propertyUses(await adapt(query, { options }), options),
    goals: async (query, options) => hits.goals(await adapt(query, { options }), options),
    conversions: async (query, options) =>
      hits.conversions(await adapt(query, { dimension: options.dimension, options }), options),
    conversionSeries: async (query, edges, options) =>
      hits.conversionSeries(await adapt(query, { edges, options }), edges, options),
    journeys: async (query, slice, options) => hits.journeys(await adapt(query, { options }), slice, options),
    journeyPages: async (query, options) => hits.journeyPages(await adapt(query, { options }), options),
    funnel: async (query, options) => hits.funnel(await adapt(query, { options }), options),
    paths: async (query, options) => hits.paths(await adapt(query, { options }), options),
  };
  return { ...hits, ...reads };
}
