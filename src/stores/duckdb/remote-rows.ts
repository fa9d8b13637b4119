/** The hits store of a data folder whose rows are kept elsewhere: the folder imports, keeps imported days, and writes files. */

import { type AnswerTable, decorateAsk } from '../../core/hits/ask.ts';
import type { HitFeed } from '../../core/hits/feed.ts';
import type { ImportDeliveryRequest, ImportedHits, ImportRequest } from '../../core/hits/import.ts';
import type { ParquetFiles } from '../../core/hits/parquet-files.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore, RowStore } from '../../core/hits/store.ts';
import { toCounts } from '../measures.ts';
import { withNamedGroups } from '../named-groups.ts';
import { normalizeValues } from './changes/normalize-values.ts';
import { removeFormer, restorePaths, rewritePaths } from './changes/rewrite-paths.ts';
import type { HitEngine } from './engine-types.ts';
import { exportRows } from './export/export.ts';
import { importFile } from './import/import.ts';
import { findImport, findImportedHits } from './import/record.ts';
import { findImportedGroups, withImportedDays } from './imported-days/add.ts';
import { createDaysStore } from './imported-days/store.ts';
import { readGroupPage } from './queries/group-page.ts';
import { createZoneChanges } from './site-zones.ts';
import { readParquet } from './sql/parquet.ts';
import { type Read, sql, toRead } from './sql/sql.ts';

type Complete = HitStore & HitFeed;

/** A store of rows that come from the data folder. */
export type RemoteRows = RowStore &
  HitFeed & {
    readonly files: ParquetFiles;
    /** Resolves once everything is stored that was accepted before the call. */
    settle(): Promise<void>;
    /** Stores the rows of imports that are in the data folder, and takes the marks that `hits` have from others. */
    deliverImports(options: ImportDelivery): Promise<void>;
  };

interface ImportDelivery extends Pick<ImportRequest, 'signal' | 'onWaiting'> {
  readonly hits?: ImportedHits | undefined;
}

const toWaiting = ({ signal, onWaiting }: Pick<ImportRequest, 'signal' | 'onWaiting'>) => ({
  ...(signal && { signal }),
  ...(onWaiting && { onWaiting }),
});

/** Completes a store of rows with what the data folder has beside them. */
export const completeHitStore = (engine: HitEngine, remote: RemoteRows): Complete => {
  const { files } = remote;
  const setOwnZones = createZoneChanges(engine);
  const readWith = (options?: ReadOptions): Read => toRead(engine, options);
  const { days, spans, removeWith, changesHits } = createDaysStore(engine, readWith(), siteId =>
    remote.ask({ shape: 'facts', of: 'earliest', siteId, kinds: ['hit'] }),
  );
  /** Hits of imports that this process has recorded and not delivered, by their keys. */
  const undelivered = new Map<string, ImportedHits>();
  const importRows = async (request: ImportRequest) => {
    let hits: ImportedHits | undefined;
    const onHits = (imported: ImportedHits) => {
      hits = imported;
    };
    await remote.settle();
    const report = await importFile(engine, request, { files, onHits });
    if (request.isDryRun) return report;
    const { importKey } = request;
    if (!request.isDeliveredLater) await remote.deliverImports({ ...toWaiting(request), hits });
    else if (hits && importKey !== undefined) undelivered.set(importKey, hits);
    return report;
  };
  const deliverImport = async (request: ImportDeliveryRequest) => {
    const { siteId, importKey } = request;
    const hits = undelivered.get(importKey) ?? (await findImportedHits(readWith(), siteId, importKey));
    try {
      await remote.deliverImports({ ...toWaiting(request), hits });
    } finally {
      undelivered.delete(importKey);
    }
  };
  const group: AnswerTable['groups']['site'] = async (query, options) => {
    const { dimension } = query;
    const imported = await findImportedGroups(spans, query, dimension);
    if (!imported) return remote.ask(query, options);
    await remote.settle();
    const scratch = engine.createScratch();
    try {
      const file = `${scratch.path}/groups`;
      const { countsVisitors } = toCounts(query.measures);
      await files.writeGroups({ query, dimension, countsVisitors }, file, options);
      const groups = sql`select * from ${readParquet([file])}`;
      return await readGroupPage(readWith(options), { groups, imported }, { ...query, countsVisitors });
    } finally {
      scratch.remove();
    }
  };
  const { ask } = decorateAsk(
    remote,
    ask => (question, options) =>
      question.shape === 'groups' && question.of === undefined && 'siteId' in question
        ? group(question, options)
        : ask(question, options),
  );
  const rows: Complete = {
    ...remote,
    ask,
    ...days,
    // Rows of imports are marked as unique in the data folder.
    setZones: async (zones, options) => {
      await setOwnZones(zones, options);
      await remote.setZones(zones, options);
    },
    remove: async removal => {
      const removed = await remote.remove(removal);
      const { siteId, which } = removal;
      if (which !== 'all' && 'heldAs' in which) await removeFormer(engine, { siteId, heldAs: which.heldAs });
      await removeWith(removal);
      return removed;
    },
    rewritePaths: async rewriting => {
      await remote.rewritePaths(rewriting);
      // Of rows that wait here, none is older.
      await changesHits(rewritePaths(engine, rewriting, []));
    },
    restoreHeld: async restoration => {
      await remote.restoreHeld(restoration);
      await changesHits(restorePaths(engine, restoration));
    },
    normalizeValues: async signal => {
      await remote.normalizeValues(signal);
      await normalizeValues(engine, signal);
    },
    restoreSpam: restoration => changesHits(remote.restoreSpam(restoration)),
    importFile: request => changesHits(importRows(request)),
    deliverImport: request => changesHits(deliverImport(request)),
    findImport: async (siteId, importKey) =>
      (await findImport(readWith(), siteId, importKey))?.report ?? null,
    exportRows: async function* (request) {
      await remote.settle();
      return yield* exportRows(engine, request, files);
    },
  };
  return withNamedGroups(withImportedDays(rows, { spans, readWith }));
};
