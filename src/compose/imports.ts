/** Composes imports. */
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createImportDerivations } from '../features/imports/derivations.ts';
import { createExclusions } from '../features/imports/exclusions.ts';
import { createFollow } from '../features/imports/follow.ts';
import { adoptFollowStates } from '../features/imports/follow-backup.ts';
import { createFollowStates } from '../features/imports/follow-states.ts';
import { createFollowedImports } from '../features/imports/followed.ts';
import {
  MAX_PARTS,
  MAX_UPLOADED_ROWS,
  MIN_PARTS_BYTES,
  MIN_PARTS_MEMORY_BYTES,
} from '../features/imports/limits.ts';
import { createLoad } from '../features/imports/load.ts';
import type { PartLimits } from '../features/imports/parts/part-process.ts';
import { readPartInProcess } from '../features/imports/parts/part-process.ts';
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
  /** Default: by what the machine has. */
  readonly partLimits?: PartLimits | undefined;
}

/** How large a file is that is read in parts, and in how many: where a core or memory is lacking, in one. */
const findPartLimits = (): PartLimits => ({
  minBytes: MIN_PARTS_BYTES,
  count: process.availableMemory() < MIN_PARTS_MEMORY_BYTES ? 1 : Math.min(MAX_PARTS, availableParallelism()),
});

export type Imports = ReturnType<typeof composeImports>;

/** Imports that a crash interrupted go on when the server listens. */
export function composeImports(
  { config, clock, log, events }: Context,
  { stores, sites, ingest, kudos, findOperatorId, partLimits }: Composed,
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
    readParts: ({ url, ignoreRules, spam }: SiteFacts) => ({
      limits: partLimits ?? findPartLimits(),
      read: readPartInProcess,
      exclusions: {
        site: { url, ignoreRules },
        spam: { level: spam.level, hosts: [...spam.hosts] },
        spamHosts: [...ingest.spamList.hosts()],
        geoDb: config.geoDb,
      },
      onLost: (error: Error) =>
        log.warn({ err: error }, 'a process that reads a file was lost: the file is read in one part'),
    }),
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
  return { service, follow };
}
