import type { ReadOptions } from '../core/hits/query.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { SitesService } from '../features/sites/service.ts';

export type QueuedHits = ReturnType<typeof createQueuedHits>;

/**
 * Creates the stores that requests read from: each read waits in the queue of its site's owner. Members of an account and
 * visitors of its public pages have separate queues, so that neither fills that of the other. Writes and background work
 * use the store itself.
 */
export const createQueuedHits = (hits: HitStore, findSite: SitesService['find']) => ({
  reportHits: queuedByAccount(hits, findSite, 'account'),
  publicHits: queuedByAccount(hits, findSite, 'public'),
});

function queuedByAccount(
  hits: HitStore,
  findSite: SitesService['find'],
  readership: 'account' | 'public',
): HitStore {
  const queued = <Options extends ReadOptions>(siteId: number | undefined, options?: Options) => {
    const owner = siteId === undefined ? undefined : findSite(siteId)?.ownerId;
    return { ...options, queue: `${readership} ${owner ?? 'unknown'}` } as Options & ReadOptions;
  };
  return {
    ...hits,
    list: (query, slice, options) => hits.list(query, slice, queued(query.siteId, options)),
    count: (query, options) => hits.count(query, queued(query.siteId, options)),
    group: (query, dimension, options) => hits.group(query, dimension, queued(query.siteId, options)),
    series: (query, edges, options) => hits.series(query, edges, queued(query.siteId, options)),
    totals: (query, options) => hits.totals(query, queued(query.siteId, options)),
    engagement: (query, options) => hits.engagement(query, queued(query.siteId, options)),
    totalsBySite: (siteIds, span, options) => hits.totalsBySite(siteIds, span, queued(siteIds[0], options)),
    seriesBySite: (siteIds, edges, options) => hits.seriesBySite(siteIds, edges, queued(siteIds[0], options)),
    groupBySite: (query, options) => hits.groupBySite(query, queued(query.siteIds[0], options)),
    visitorsBySite: (siteIds, span, options) =>
      hits.visitorsBySite(siteIds, span, queued(siteIds[0], options)),
    journeys: (query, slice, options) => hits.journeys(query, slice, queued(query.siteId, options)),
    earliest: (siteId, options) => hits.earliest(siteId, queued(siteId, options)),
  };
}
