/** Composes the live view of sites. */
import { presentAgentVisit } from '../features/agent-visits/schema.ts';
import { presentEvent } from '../features/events/schema.ts';
import { presentHit } from '../features/hits/schema.ts';
import { presentKudo } from '../features/kudos/schema.ts';
import { createLiveService } from '../features/live/service.ts';
import type { Context } from './context.ts';
import type { Kudos } from './kudos.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

interface LiveDeps {
  readonly stores: Stores;
  readonly reads: QueuedHits;
  readonly sites: Sites;
  readonly kudos: Kudos;
}

export function composeLive({ clock, log, events }: Context, { stores, reads, sites, kudos }: LiveDeps) {
  const live = createLiveService({
    hits: reads.reportHits,
    streamedHits: stores.hits,
    sites: sites.service,
    listKudos: (query, limit, options) => kudos.store.list(query, { offset: 0, limit }, options),
    present: { hit: presentHit, event: presentEvent, agent_visit: presentAgentVisit, kudo: presentKudo },
    clock,
    log,
  });
  events.subscribe('hits.stored', ({ rows, ids }) => live.noteHits(rows, ids));
  events.subscribe('kudos.stored', live.noteKudos);
  return live;
}
