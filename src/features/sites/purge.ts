import type { Clock } from '../../core/clock.ts';
import type { Events } from '../../core/events.ts';
import { HIT_KINDS } from '../../core/hits/columns.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { LAST_WRITE_MS } from '../../core/limits.ts';
import type { Site } from '../../core/site.ts';
import type { SitesStore } from './store.ts';

export interface PurgeDeps {
  readonly store: Pick<SitesStore, 'listToPurge' | 'update'>;
  readonly hits: Pick<HitStore, 'remove'>;
  readonly events: Pick<Events, 'publishAndWait'>;
  readonly clock: Clock;
}

/** Creates the function that removes the hits of deleted sites, again for a while after each deletion. Returns the counts. */
export const createPurge =
  ({ store, hits, events, clock }: PurgeDeps) =>
  async (signal: AbortSignal): Promise<{ sites: number; hits: number }> => {
    const purged = { sites: 0, hits: 0 };
    for (const site of store.listToPurge()) {
      if (signal.aborted) break;
      purged.hits += await hits.remove({
        siteId: site.id,
        kinds: HIT_KINDS,
        which: 'all',
      });
      await events.publishAndWait('site.purged', { siteId: site.id });
      if (isLastPurge(site, clock.now())) store.update(site.id, { purgedAt: clock.now() });
      purged.sites++;
    }
    return purged;
  };

/** Checks whether no more hits of a deleted site can arrive, so that this purge is the last one. */
const isLastPurge = ({ deletedAt }: Site, now: Date): boolean =>
  deletedAt !== null && now.getTime() - deletedAt.getTime() >= LAST_WRITE_MS;
