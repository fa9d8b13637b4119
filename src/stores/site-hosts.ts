/** Adds the host of a site to queries of hits that depend on it: rows at the site's own address have no url. */
import { type Dimension, type Filter, type OfSite, SITE_DIMENSIONS } from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';

/** Finds the host of a site's address, in the form of the dimension `hostname`; undefined for a site that is not there. */
export type FindSiteHost = (siteId: number) => string | undefined;

interface SiteQuery extends OfSite {
  readonly siteId: number;
  readonly filters?: readonly Filter[];
}

/** Reads whose query has filters. */
type FilteredReads = {
  [Name in keyof HitStore as 'filters' extends keyof Parameters<HitStore[Name]>[0]
    ? Name
    : never]: HitStore[Name];
};

/** Adapts a hits store so that each query names the host of its site where its filters or its dimension depend on it. */
export function withSiteHosts<Store extends HitStore>(hits: Store, findSiteHost: FindSiteHost): Store {
  const dependsOnSite = ({ filters = [] }: SiteQuery, dimension?: Dimension): boolean =>
    (dimension !== undefined && SITE_DIMENSIONS.has(dimension)) ||
    filters.some(filter => SITE_DIMENSIONS.has(filter.dimension));
  // Other queries stay as they are, so that their kept answers do.
  const withHost = <Query extends SiteQuery>(query: Query, dimension?: Dimension): Query =>
    dependsOnSite(query, dimension) ? { ...query, siteHost: findSiteHost(query.siteId) } : query;
  // A read with filters that is missing here does not compile.
  const reads: FilteredReads = {
    list: (query, slice, options) => hits.list(withHost(query), slice, options),
    count: (query, options) => hits.count(withHost(query), options),
    group: (query, dimension, options) => hits.group(withHost(query, dimension), dimension, options),
    series: (query, edges, options) => hits.series(withHost(query), edges, options),
    totals: (query, options) => hits.totals(withHost(query), options),
    engagement: (query, options) => hits.engagement(withHost(query), options),
    pageEngagement: (query, pages, options) => hits.pageEngagement(withHost(query), pages, options),
    revenue: (query, options) => hits.revenue(withHost(query, options?.dimension), options),
    propertyUses: (query, options) => hits.propertyUses(withHost(query), options),
    goals: (query, options) => hits.goals(withHost(query), options),
    conversions: (query, options) => hits.conversions(withHost(query, options.dimension), options),
    conversionSeries: (query, edges, options) => hits.conversionSeries(withHost(query), edges, options),
    journeys: (query, slice, options) => hits.journeys(withHost(query), slice, options),
    journeyPages: (query, options) => hits.journeyPages(withHost(query), options),
    funnel: (query, options) => hits.funnel(withHost(query), options),
    paths: (query, options) => hits.paths(withHost(query), options),
  };
  return { ...hits, ...reads };
}
