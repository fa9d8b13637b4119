/** The live view put together: who tells it what is stored, and in which words it passes that on. */
import type { Clock } from '../core/clock.ts';
import type { HitStore } from '../core/hit-store.ts';
import type { Log } from '../core/log.ts';
import { presentAgentVisit } from '../features/agent-visits/schema.ts';
import { presentEvent } from '../features/events/schema.ts';
import { presentHit } from '../features/hits/schema.ts';
import { presentKudo } from '../features/kudos/schema.ts';
import type { KudoRow, KudosStore } from '../features/kudos/store.ts';
import { createLiveService } from '../features/live/service.ts';
import type { SitesService } from '../features/sites/service.ts';

export interface LiveParts {
  readonly hits: HitStore;
  readonly reportHits: HitStore;
  readonly sites: SitesService;
  readonly kudosStore: Pick<KudosStore, 'list'>;
}

/** The live view of all sites. */
export const createLive = (
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { hits, reportHits, sites, kudosStore }: LiveParts,
) =>
  createLiveService({
    hits: reportHits,
    streamedHits: hits,
    sites,
    listKudos: (query, limit, options) => kudosStore.list(query, { offset: 0, limit }, options),
    present: { hit: presentHit, event: presentEvent, agent_visit: presentAgentVisit, kudo: presentKudo },
    clock,
    log,
  });

/** A store that also says which kudos it has kept, once they are on disk. */
export const tellingKudos = <Store extends Pick<KudosStore, 'insertAll'>>(
  store: Store,
  noteKept: (kudos: readonly KudoRow[]) => void,
): Store => ({
  ...store,
  insertAll: given => {
    const kept = store.insertAll(given);
    noteKept(kept.filter(kudo => kudo !== undefined));
    return kept;
  },
});
