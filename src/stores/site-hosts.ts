/** Tells the hits store the host of a site where a query depends on it: rows at the site's own address have no url. */
import { type Dimension, type Filter, type OfSite, SITE_DIMENSIONS } from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';

/** Finds the host of a site's address, in the form of the dimension `hostname`; undefined for a site that is not there. */
export type FindSiteHost = (siteId: number) => string | undefined;

interface SiteQuery extends OfSite {
  readonly siteId: number;
  readonly filters?: readonly Filter[];
}

/** Creates a hits store whose queries know the host of their site, over one that they have to be told it. */
export function withSiteHosts<Store extends HitStore>(hits: Store, findSiteHost: FindSiteHost): Store {
  const dependsOnSite = ({ filters = [] }: SiteQuery, dimension?: Dimension): boolean =>
    (dimension !== undefined && SITE_DIMENSIONS.has(dimension)) ||
    filters.some(filter => SITE_DIMENSIONS.has(filter.dimension));
  // Other queries stay as they are, so that their kept answers do.
  const told = <Query extends SiteQuery>(query: Query, dimension?: Dimension): Query =>
    dependsOnSite(query, dimension) ? { ...query, siteHost: findSiteHost(query.siteId) } : query;
  return {
    ...hits,
    list: (query, slice, options) => hits.list(told(query), slice, options),
    count: (query, options) => hits.count(told(query), options),
    group: (query, dimension, options) => hits.group(told(query, dimension), dimension, options),
    series: (query, edges, options) => hits.series(told(query), edges, options),
    totals: (query, options) => hits.totals(told(query), options),
    engagement: (query, options) => hits.engagement(told(query), options),
    journeys: (query, slice, options) => hits.journeys(told(query), slice, options),
    journeyPages: (query, options) => hits.journeyPages(told(query), options),
  };
}
