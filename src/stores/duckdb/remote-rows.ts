/** The hits store of a data folder whose rows are kept elsewhere: the folder imports, keeps imported days, and writes files. */
import type { HitFeed } from '../../core/hits/feed.ts';
import type { ImportedHits, ImportRequest } from '../../core/hits/import.ts';
import type { ParquetFiles } from '../../core/hits/parquet-files.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore, RowStore } from '../../core/hits/store.ts';
import type { HitEngine } from './engine-types.ts';
import { exportRows } from './export/export.ts';
import { importFile } from './import/import.ts';
import { findImport } from './import/record.ts';
import { addImportedDays, findImportedGroups } from './imported-days/add.ts';
import { createDaysStore } from './imported-days/store.ts';
import { readGroupPage } from './queries/group-page.ts';
import { readParquet } from './sql/parquet.ts';
import { type Read, sql } from './sql/sql.ts';

type Complete = HitStore & HitFeed;

/** A store of rows that come from the data folder. */
export type RemoteRows = RowStore &
  HitFeed & {
    readonly files: ParquetFiles;
    /** Resolves once everything is stored that was accepted before the call. */
    settle(): Promise<void>;
    /** Stores the rows of imports that are in the data folder. */
    deliverImports(options: Pick<ImportRequest, 'signal' | 'onWaiting'>): Promise<void>;
    reconcileMarks(imported: ImportedHits): Promise<void>;
  };

/** Completes a store of rows with what the data folder has beside them. */
export const completeHitStore = (engine: HitEngine, remote: RemoteRows): Complete => {
  const { files } = remote;
  const readWith =
    (options?: ReadOptions): Read =>
    statement =>
      engine.read(statement.text, statement.values, options);
  const { days, spans, removeWith, changesHits } = createDaysStore(engine, readWith(), siteId =>
    remote.earliest(siteId, { kinds: ['hit'] }),
  );
  const importRows = async (request: ImportRequest) => {
    let hits: ImportedHits | undefined;
    const onHits = (imported: ImportedHits) => {
      hits = imported;
    };
    await remote.settle();
    const report = await importFile(engine, request, { files, onHits });
    if (request.isDryRun) return report;
    const { signal, onWaiting } = request;
    await remote.deliverImports({ ...(signal && { signal }), ...(onWaiting && { onWaiting }) });
    if (hits) await remote.reconcileMarks(hits);
    return report;
  };
  const rows: Complete = {
    ...remote,
    ...days,
    group: async (query, dimension, options) => {
      const imported = await findImportedGroups(spans, query, dimension);
      if (!imported) return remote.group(query, dimension, options);
      await remote.settle();
      const scratch = engine.createScratch();
      try {
        const file = `${scratch.path}/groups`;
        await files.writeGroups({ query, dimension, ...options }, file, options);
        const groups = sql`select * from ${readParquet([file])}`;
        return await readGroupPage(readWith(options), { groups, imported }, options);
      } finally {
        scratch.remove();
      }
    },
    remove: async removal => {
      const removed = await remote.remove(removal);
      await removeWith(removal);
      return removed;
    },
    restoreSpam: restoration => changesHits(remote.restoreSpam(restoration)),
    importFile: request => changesHits(importRows(request)),
    findImport: async (siteId, importKey) =>
      (await findImport(readWith(), siteId, importKey))?.report ?? null,
    exportRows: async function* (request) {
      await remote.settle();
      return yield* exportRows(engine, request, { files });
    },
  };
  return { ...rows, ...addImportedDays(rows, { spans, readWith }) };
};
