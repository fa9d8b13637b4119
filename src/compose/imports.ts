/** Composes imports. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createImportDerivations } from '../features/imports/derivations.ts';
import { createExclusions } from '../features/imports/exclusions.ts';
import { createFollow } from '../features/imports/follow.ts';
import { adoptFollowStates } from '../features/imports/follow-backup.ts';
import { createFollowStates } from '../features/imports/follow-states.ts';
import { createFollowedImports } from '../features/imports/followed.ts';
import { MAX_UPLOADED_ROWS } from '../features/imports/limits.ts';
import { createLoad } from '../features/imports/load.ts';
import { createImportsReset } from '../features/imports/reset.ts';
import { createImportsService, type ImportsDeps } from '../features/imports/service.ts';
import { createImportsStore } from '../features/imports/store.ts';
import type { SiteFacts } from '../ingest/site-facts.ts';
import type { Context } from './context.ts';
import type { Ingest } from './ingest.ts';
import type { Kudos } from './kudos.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

interface Composed {
  readonly stores: Stores;
  readonly sites: Sites;
  readonly ingest: Ingest;
  readonly kudos: Kudos;
  readonly findOperatorId: () => number | undefined;
}

export type Imports = ReturnType<typeof composeImports>;

/** Imports that a crash interrupted go on when the server listens. */
export function composeImports(
  { clock, log, events }: Context,
  { stores, sites, ingest, kudos, findOperatorId }: Composed,
) {
  adoptFollowStates(stores.folder);
  const states = createFollowStates(stores.folder);
  const store = createImportsStore(stores.db);
  const followed = createFollowedImports({ store, states, clock });
  const findOwner = stores.findSiteOwner;
  const onChange: ImportsDeps['onChange'] = days => events.publish('site.days-changed', days);
  const deps = {
    states,
    followed,
    onChange,
    hits: stores.hits,
    logSums: stores.logSums,
    folder: stores.folder,
    convertTable: stores.convertTable,
    describeTable: stores.describeTable,
    findFacts: (siteId: number) => {
      const site = sites.service.find(siteId);
      return site && sites.getFacts(site);
    },
    derive: (site: SiteFacts) => createImportDerivations(ingest, site),
    exclude: (site: SiteFacts) => createExclusions(ingest, site),
    findMaxRows: (siteId: number) => (findOwner(siteId) === findOperatorId() ? undefined : MAX_UPLOADED_ROWS),
    parseUserAgent: ingest.userAgents,
    clock,
  };
  const extras = {
    async remove(importKey: string): Promise<void> {
      sites.signalsStore.removeOfImport(importKey);
      sites.campaignLinksStore.removeOfImport(importKey);
      while (kudos.store.removeSomeOfImport(importKey)) await nextTurn();
    },
  };
  const service = createImportsService({
    ...deps,
    extras,
    store,
    log,
    findOwner,
  });
  const follow = createFollow({
    ...deps,
    load: createLoad(deps),
    append: ingest.writer.store,
    identify: ingest.visitors.identify,
  });
  events.subscribe('site.purged', ({ siteId }) => {
    service.removeOfSite(siteId);
    follow.removeOfSite(siteId);
  });
  events.subscribe('server.listening', () => {
    // Before the first request: no upload is being received yet.
    service.uploads.removeAbandoned();
    void service.resumeAll();
  });
  return { service, follow, reset: createImportsReset({ store, followed }) };
}
