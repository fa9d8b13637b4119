/** Composes kudos. */
import { createKnownPages } from '../features/kudos/known-pages.ts';
import { createKudosService } from '../features/kudos/service.ts';
import { createKudosStore } from '../features/kudos/store.ts';
import type { Context } from './context.ts';
import type { Ingest } from './ingest.ts';
import { createStoredValuesJob } from './stored-values.ts';
import type { Stores } from './stores.ts';

export type Kudos = ReturnType<typeof composeKudos>;

export function composeKudos(
  { clock, log, events }: Context,
  { stores, ingest }: { readonly stores: Stores; readonly ingest: Ingest },
) {
  const { db, hits } = stores;
  const store = createKudosStore({ db, findOwner: stores.findSiteOwner, events });
  const knownPages = createKnownPages({ hits, countForPage: store.countForPage, clock, log });
  const service = createKudosService({ store, visitors: ingest.visitors, knownPages, clock });
  events.subscribe('site.purged', ({ siteId }) => service.removeOfSite(siteId));
  return { service, store, storedValuesJob: createStoredValuesJob({ hits, kudos: store, log }) };
}
