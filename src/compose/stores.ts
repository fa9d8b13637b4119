/** Opens the data folder and its databases. */
import { mkdtempSync } from 'node:fs';
import type { HitStore } from '../core/hits/store.ts';
import { withAnswerCache } from '../stores/answer-cache.ts';
import { withBotSigns } from '../stores/bot-signs.ts';
import { withChangeTurns } from '../stores/change-turns.ts';
import { openDataFolder } from '../stores/data-folder.ts';
import type { DataFolder } from '../stores/data-folder-types.ts';
import { openHitEngine, type StartingInstance, startInstance } from '../stores/duckdb/engine.ts';
import type { HitEngine } from '../stores/duckdb/engine-types.ts';
import { createConvertTable, createDescribeTable } from '../stores/duckdb/export/convert-table.ts';
import { createLogSumsStore } from '../stores/duckdb/log-sums/store.ts';
import { withNamedPlaces } from '../stores/named-places.ts';
import { readPositionFiles } from '../stores/position-files.ts';
import { LINEAGE_SECRET, lineageOf } from '../stores/positions.ts';
import type { ReadLimits } from '../stores/read-limits.ts';
import { withSiteHosts } from '../stores/site-hosts.ts';
import {
  createFindSiteHosts,
  createFindSiteOwner,
  createFindSiteZone,
  createListSitesByOwner,
  createReportsEngagement,
} from '../stores/sqlite/find-site.ts';
import { openAppDb } from '../stores/sqlite/open.ts';
import { openSaltFile } from '../stores/sqlite/salt-file.ts';
import { loadSecret } from '../stores/sqlite/secrets.ts';
import { createStorageIds } from '../stores/sqlite/storage-ids.ts';
import { drawStorageId, withLogStorageIds, withStorageIds } from '../stores/storage-ids.ts';
import { withSummedPlaces } from '../stores/summed-places.ts';
import { prepareBackup } from './backup.ts';
import type { RunningStores } from './check.ts';
import type { Context, ServicesOptions } from './context.ts';
import { openHits } from './hits.ts';
import { reconcileStores, startPositionKeeper } from './reconcile.ts';
import { createSiteZones } from './site-zones.ts';

/** Opens a database while an instance starts, which is closed when that fails. */
async function openBeside<Db>({ opened }: StartingInstance, open: () => Db): Promise<Db> {
  try {
    return open();
  } catch (error) {
    await opened.then(
      ({ instance }) => instance.closeSync(),
      () => {},
    );
    throw error;
  }
}

/** Opens both databases of a folder, neither older than its position in the other. When that fails, they are closed again. */
async function openPair(
  folder: DataFolder,
  {
    memoryLimit,
    acceptsLoss,
    readLimits,
  }: {
    readonly memoryLimit: number | null;
    readonly acceptsLoss: boolean;
    readonly readLimits: ReadLimits | undefined;
  },
) {
  const notes = readPositionFiles(folder);
  const memory = memoryLimit === null ? {} : { memoryLimitBytes: memoryLimit };
  const starting = await startInstance({ folder, ...memory });
  const db = await openBeside(starting, () => openAppDb(folder, undefined, { acceptsLoss }));
  let engine: HitEngine | undefined;
  try {
    const limits = { ...memory, ...(readLimits ? { readLimits } : {}) };
    engine = await openHitEngine({ folder, acceptsLoss, starting, ...limits });
    const pair = { folder, db, engine };
    return { pair, orphans: await reconcileStores(pair, { acceptsLoss, notes }) };
  } catch (error) {
    await engine?.close();
    db.close();
    throw error;
  }
}

export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Adapts a hits store so that it publishes whose rows were removed or restored, whether all of them were or not. */
const withPublishedChanges = <Store extends HitStore>(
  hits: Store,
  publish: (siteId: number) => void,
): Store => ({
  ...hits,
  remove: removal => hits.remove(removal).finally(() => publish(removal.siteId)),
  restoreSpam: restoration => hits.restoreSpam(restoration).finally(() => publish(restoration.siteId)),
  restoreHeld: restoration => hits.restoreHeld(restoration).finally(() => publish(restoration.siteId)),
});

/** Throws a `CommandError` when the folder cannot be used, or its databases do not fit together. */
export async function openStores(
  { config, clock, log, events }: Context,
  {
    acceptsLoss = false,
    logsDelivery = true,
    readLimits,
    maxWaitingHits,
  }: Pick<ServicesOptions, 'acceptsLoss' | 'logsDelivery' | 'readLimits' | 'maxWaitingHits'>,
) {
  const folder = openDataFolder(config.data, { clock, log });
  const { pair, orphans } = await openPair(folder, {
    memoryLimit: config.memoryLimit,
    acceptsLoss,
    readLimits,
  }).catch(error => {
    folder.close();
    throw error;
  });
  const { db, engine } = pair;
  const positions = startPositionKeeper(pair);
  const storageIds = createStorageIds(db);
  const lineage = lineageOf(loadSecret(db, LINEAGE_SECRET));
  const kept = await openHits({
    folder,
    engine,
    log: logsDelivery ? log : log.child({}, { level: 'silent' }),
    address: config.hitsUrl,
    lineage,
    readLimits,
    maxWaitingHits,
  }).catch(async error => {
    await engine.close();
    db.close();
    folder.close();
    throw error;
  });
  const answers = withAnswerCache(kept.store);
  const byPlace = withNamedPlaces(withSummedPlaces(answers), answers);
  const bySite = withSiteHosts(withStorageIds(byPlace, storageIds), createFindSiteHosts(db));
  const stored = withBotSigns(bySite, createReportsEngagement(db));
  const findSiteOwner = createFindSiteOwner(db);
  const findSiteZone = createFindSiteZone(db);
  const turned = withChangeTurns(stored, findSiteOwner);
  const hits = withPublishedChanges(turned, siteId => events.publish('hits.changed', { siteId }));
  const salts = openSaltFile(folder.pathOf('salt.db'), {
    log,
    isExpected: engine.lastIds().hit > 0,
  });
  return {
    folder,
    db,
    hits,
    findSiteOwner,
    findSiteZone,
    siteZones: createSiteZones({
      ...{ hits, log, findSiteZone },
      listSites: createListSitesByOwner(db),
      changes: () => db.changes,
    }),
    logSums: withLogStorageIds(createLogSumsStore(engine), storageIds),
    salts,
    /** Draws the random id under which a new site's hits are stored. */
    drawStorageId: () => drawStorageId(id => orphans.has(id) || storageIds.findSite(id) !== undefined),
    convertTable: createConvertTable(folder),
    describeTable: createDescribeTable(folder),
    recordChanges: positions.recordChanges,
    health: () => engine.health(),
    blockCache: engine.blockCache,
    /** Returns how many accepted rows wait for the database that keeps them. */
    waitingRows: kept.waitingRows,
    moveHits: kept.move,
    lastIds: () => engine.lastIds(),
    countAnswers: answers.countAnswers,
    /** Reads all hits, and copies the configuration to be read by another process. */
    async check(): Promise<RunningStores & { readonly scratch: string }> {
      // In this order, each can only be newer than its position in the other, although both keep changing.
      const { storageIds, ...checked } = await engine.check();
      const scratch = mkdtempSync(folder.temporary('check-'));
      const configuration = await db.copyForCheck(scratch);
      const hits = { ...checked, lastIds: engine.lastIds(), storageIds: [...storageIds] };
      return { hits, configuration, scratch };
    },
    prepareBackup: () => prepareBackup(pair),
    async close(): Promise<void> {
      await positions.close();
      await hits.close();
      db.close();
      salts.close();
      folder.close();
    },
  };
}
