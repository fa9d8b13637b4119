import { decorateAsk } from '../core/hits/ask.ts';
import { siteIdsOf } from '../core/hits/question.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { SitesService } from '../features/sites/service.ts';

export type QueuedHits = ReturnType<typeof createQueuedHits>;

/**
 * Creates the stores that requests read from: each read waits in the queue of its site's owner. Members of an account and
 * visitors of its public pages have separate queues, so that neither fills that of the other. Writes and background work
 * use the store itself.
 */
export const createQueuedHits = (hits: HitStore, findSite: SitesService['find']) => {
  const queued = (readership: 'account' | 'public'): HitStore =>
    decorateAsk(hits, ask => (question, options) => {
      const [siteId] = siteIdsOf(question);
      const owner = siteId === undefined ? undefined : findSite(siteId)?.ownerId;
      return ask(question, { ...options, queue: `${readership} ${owner ?? 'unknown'}` });
    });
  return { reportHits: queued('account'), publicHits: queued('public') };
};
