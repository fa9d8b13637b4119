/** Puts together how kudos are given, kept and told of. */
import type { Clock } from '../core/clock.ts';
import type { HitStore } from '../core/hit-store.ts';
import type { Log } from '../core/log.ts';
import { createKnownPages } from '../features/kudos/known-pages.ts';
import { createKudosService } from '../features/kudos/service.ts';
import { createKudosStore } from '../features/kudos/store.ts';
import type { LiveService } from '../features/live/service.ts';
import type { Deliveries } from '../features/webhooks/deliveries/service.ts';
import type { Visitors } from '../ingest/visitor.ts';
import type { ConfigDb } from '../stores/sqlite/config-db.ts';
import { tellingKudos } from './live.ts';
import { createReportProcess } from './report-process.ts';
import { tellKudos } from './webhooks.ts';

export interface KudosParts {
  readonly config: ConfigDb;
  readonly hits: HitStore;
  readonly visitors: Visitors;
}

/** Who is told of new kudos. */
export interface KudosListeners {
  /** Told within the transaction that adds them. */
  readonly webhooks: { readonly deliveries: Pick<Deliveries, 'publish'> };
  /** Told when they are on disk. */
  readonly live: Pick<LiveService, 'noteKudos'>;
}

/** Creates the service of kudos and the store behind it. The listeners are made later than it, and found at use. */
export function createKudos(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { config, hits, visitors }: KudosParts,
  listeners: () => KudosListeners,
) {
  const kudoReader = createReportProcess({ log });
  const kudosStore = createKudosStore({
    config,
    readRows: kudoReader.read,
    onAdded: added => tellKudos(added, listeners().webhooks.deliveries.publish),
  });
  const store = tellingKudos(kudosStore, kept => listeners().live.noteKudos(kept));
  const knownPages = createKnownPages({ hits, countOf: kudosStore.countOf, clock, log });
  return { kudosStore, kudoReader, kudos: createKudosService({ store, visitors, knownPages, clock }) };
}
