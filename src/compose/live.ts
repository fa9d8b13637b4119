import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { Log } from '../core/log.ts';
import { presentAgentVisit } from '../features/agent-visits/schema.ts';
import { presentEvent } from '../features/events/schema.ts';
import { presentHit } from '../features/hits/schema.ts';
import { presentKudo } from '../features/kudos/schema.ts';
import type { KudosStore } from '../features/kudos/store.ts';
import { createLiveService } from '../features/live/service.ts';
import type { SitesService } from '../features/sites/service.ts';

export interface LiveParts {
  readonly hits: HitStore;
  readonly reportHits: HitStore;
  readonly sites: SitesService;
  readonly kudosStore: Pick<KudosStore, 'list'>;
  readonly events: Events;
}

/** Creates the live view of all sites. */
export function createLive(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { hits, reportHits, sites, kudosStore, events }: LiveParts,
) {
  const live = createLiveService({
    hits: reportHits,
    streamedHits: hits,
    sites,
    listKudos: (query, limit, options) => kudosStore.list(query, { offset: 0, limit }, options),
    present: { hit: presentHit, event: presentEvent, agent_visit: presentAgentVisit, kudo: presentKudo },
    clock,
    log,
  });
  events.subscribe('hits.stored', ({ rows, ids }) => live.noteHits(rows, ids));
  events.subscribe('kudos.stored', live.noteKudos);
  return live;
}
