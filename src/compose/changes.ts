/** Composes changes of stored hits. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ChangesDeps, createChangesService } from '../features/changes/service.ts';
import { createChangesStore } from '../features/changes/store.ts';
import type { Context } from './context.ts';
import type { Kudos } from './kudos.ts';
import type { QueuedHits } from './queued-hits.ts';
import type { Stores } from './stores.ts';

interface Composed extends Pick<ChangesDeps, 'imports'> {
  readonly stores: Stores;
  readonly reads: QueuedHits;
  readonly kudos: Kudos;
}

/** Changes that a crash interrupted go on when the server listens. */
export function composeChanges({ clock, log, events }: Context, { stores, reads, kudos, imports }: Composed) {
  const service = createChangesService({
    store: createChangesStore(stores.db, stores.drawStorageId),
    reads: reads.reportHits,
    hits: stores.hits,
    kudos: {
      ...kudos.store,
      async removeBefore(siteId, instant) {
        while (kudos.store.removeSomeBefore(siteId, instant)) await nextTurn();
      },
    },
    imports,
    onReset: siteId => events.publish('site.reset', { siteId }),
    findZone: stores.findSiteZone,
    onChange: days => events.publish('site.days-changed', days),
    clock,
    log,
  });
  events.subscribe('site.purged', ({ siteId }) => service.removeOfSite(siteId));
  events.subscribe('server.listening', () => void service.resume());
  return service;
}
