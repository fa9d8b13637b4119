/** Adds the host of a site to queries of hits that depend on it: rows at the site's own address have no url. */
import { adaptQueries } from '../core/hits/adapt-queries.ts';
import { SITE_DIMENSIONS } from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';

/** Finds the host of a site's address, in the form of the dimension `hostname`; undefined for a site that is not there. */
export type FindSiteHost = (siteId: number) => string | undefined;

/** Adapts a hits store so that each query names the host of its site where its filters or its dimension depend on it. */
export const withSiteHosts = <Store extends HitStore>(hits: Store, findSiteHost: FindSiteHost): Store =>
  adaptQueries(hits, async (query, { dimension }) => {
    const dependsOnSite =
      (dimension !== undefined && SITE_DIMENSIONS.has(dimension)) ||
      query.filters?.some(filter => SITE_DIMENSIONS.has(filter.dimension));
    // Other queries stay as they are, so that their kept answers do.
    return dependsOnSite ? { ...query, siteHost: findSiteHost(query.siteId) } : query;
  });
