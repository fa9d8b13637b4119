/** Composes changes of stored hits. */
import { createChangesService } from '../features/changes/service.ts';
import { createChangesStore } from '../features/changes/store.ts';
import type { Context } from './context.ts';
import type { Kudos } from './kudos.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { Stores } from './stores.ts';

/** Changes that a crash interrupted go on when the server listens. */
export function composeChanges(
  { clock, log, events }: Context,
  { stores, reads, kudos }: { readonly stores: Stores; readonly reads: QueuedHits; readonly kudos: Kudos },
) {
  const service = createChangesService({
    store: createChangesStore(stores.db, stores.drawStorageId),
    reads: reads.reportHits,
    hits: stores.hits,
    kudos: kudos.store,
    findZone: stores.findSiteZone,
    onChange: days => events.publish('site.days-changed', days),
    clock,
    log,
  });
  events.subscribe('site.purged', ({ siteId }) => service.removeOfSite(siteId));
  events.subscribe('server.listening', () => void service.resume());
  return service;
}
