/** Composes kudos. */
import type { Clock } from '../core/clock.ts';
import type { Events } from '../core/events.ts';
import type { HitStore } from '../core/hits/store.ts';
import type { Log } from '../core/log.ts';
import { createKnownPages } from '../features/kudos/known-pages.ts';
import { createKudosService } from '../features/kudos/service.ts';
import { createKudosStore } from '../features/kudos/store.ts';
import type { Visitors } from '../ingest/visitor.ts';
import type { AppDb } from '../stores/sqlite/app-db.ts';
import { createReportProcess } from '../stores/sqlite/report-process.ts';

export interface KudosParts {
  readonly db: AppDb;
  readonly hits: HitStore;
  readonly visitors: Visitors;
  readonly events: Events;
}

/** Creates the service of kudos and the store behind it. */
export function createKudos(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { db, hits, visitors, events }: KudosParts,
) {
  const kudoReader = createReportProcess({ log });
  const kudosStore = createKudosStore({ db, readRows: kudoReader.read, events });
  const knownPages = createKnownPages({ hits, countOf: kudosStore.countOf, clock, log });
  const kudos = createKudosService({ store: kudosStore, visitors, knownPages, clock });
  events.subscribe('site.purged', ({ siteId }) => kudos.removeOfSite(siteId));
  return { kudosStore, kudoReader, kudos };
}
