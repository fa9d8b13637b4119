/** Composes exports: on demand, and those of every night. */
import { mkdtempSync, rmSync } from 'node:fs';
import { STORED_KINDS } from '../features/export/kinds.ts';
import { createNightlyExports } from '../features/export/nightly.ts';
import { createExportService } from '../features/export/service.ts';
import { createNightlyStore } from '../features/export/store.ts';
import { createExportTarget } from '../outbound/export-target.ts';
import type { Context } from './context.ts';
import type { Health } from './health.ts';
import type { Imports } from './imports.ts';
import type { Kudos } from './kudos.ts';
import type { Reports } from './reports.ts';
import type { Sites } from './sites.ts';
import type { Stores } from './stores.ts';

type Exports = ReturnType<typeof composeExports>;

/** Returns the function that creates folders for files that are on their way. */
const createScratches = (stores: Stores) => () => {
  const path = mkdtempSync(stores.folder.temporary('export-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

interface ExportsDeps {
  readonly stores: Stores;
  readonly kudos: Kudos;
  readonly follow: Imports['follow'];
}

export const composeExports = ({ stores, kudos, follow }: ExportsDeps) =>
  createExportService({
    hits: stores.hits,
    logSums: stores.logSums,
    listPendingSums: follow.listSums,
    listKudosAfter: kudos.store.listAfter,
    convert: stores.convertTable,
    createScratch: createScratches(stores),
  });

interface NightlyDeps {
  readonly stores: Stores;
  readonly kudos: Kudos;
  readonly sites: Sites;
  readonly reports: Reports;
  readonly health: Health;
  readonly exports: Exports;
}

/** Undefined where the operator has set no place for them. */
export function composeNightlyExports(
  { config, events, log }: Context,
  { stores, kudos, sites, reports, health, exports }: NightlyDeps,
) {
  const store = createNightlyStore(stores.db);
  events.subscribe('site.purged', ({ siteId }) => store.removeOfSite(siteId));
  if (config.exportUrl === null) return undefined;
  events.subscribe('site.days-changed', ({ siteId, ...days }) => store.addChanged(siteId, days));
  return createNightlyExports({
    target: createExportTarget(config.exportUrl, {
      endpoint: config.s3Endpoint,
      region: config.s3Region,
      accessKeyId: config.s3AccessKeyId,
      secretAccessKey: config.s3SecretAccessKey,
    }),
    store,
    exports,
    listSites: () =>
      sites.service.listAll().map(({ id, url }) => ({ id, url, zone: stores.findSiteZone(id) })),
    findEarliest: (siteId, signal) => reports.findEarliest(siteId, { signal }),
    countRows: async (siteId, { type, edges, signal }) => {
      if (type === 'kudos') return kudos.store.countsBetween({ siteId }, edges, { signal });
      const query = { siteId, kind: STORED_KINDS[type], span: null, filters: [], edges };
      const buckets = await stores.hits.ask({ shape: 'series', ...query }, { signal });
      return buckets.map(({ hits }) => hits);
    },
    createScratch: createScratches(stores),
    prepareBackup: stores.prepareBackup,
    onBackup: health.recordBackup,
    log,
  });
}
