/** Composes imports. */
import { createImportDerivations } from '../features/imports/derivations.ts';
import { createImportsService } from '../features/imports/service.ts';
import { createImportsStore } from '../features/imports/store.ts';
import type { Context } from './context.ts';
import type { Ingest } from './ingest.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

/** Imports that a crash interrupted go on when the server listens. */
export function composeImports(
  { clock, log, events }: Context,
  { stores, sites, ingest }: { readonly stores: Stores; readonly sites: Sites; readonly ingest: Ingest },
) {
  const service = createImportsService({
    store: createImportsStore(stores.db),
    hits: stores.hits,
    folder: stores.folder,
    findFacts: siteId => {
      const site = sites.service.find(siteId);
      return site && sites.getFacts(site);
    },
    derive: site => createImportDerivations(ingest, site),
    parseUserAgent: ingest.userAgents,
    clock,
    log,
  });
  events.subscribe('site.purged', ({ siteId }) => service.removeOfSite(siteId));
  events.subscribe('server.listening', () => void service.resumeAll());
  return service;
}
