/** The hits store of a data folder whose rows are kept elsewhere: the folder keeps imported days, and writes files. */
import type { HitFeed } from '../../core/hits/feed.ts';
import type { ParquetFiles } from '../../core/hits/parquet-files.ts';
import type { ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import type { HitEngine } from './engine-types.ts';
import { exportRows } from './export/export.ts';
import { addImportedDays, findImportedGroups } from './imported-days/add.ts';
import { createDaysStore, type DaysStore } from './imported-days/store.ts';
import { readGroupPage } from './queries/group-page.ts';
import { readParquet } from './sql/parquet.ts';
import { type Read, sql } from './sql/sql.ts';

type CompleteStore = Omit<HitStore, 'importFile' | 'findImport'> & HitFeed;

/** A store of rows, and how it writes them to files. */
export type RemoteRows = Omit<CompleteStore, keyof DaysStore | 'exportRows'> & {
  readonly files: ParquetFiles;
};

/** Completes a store of rows with what the data folder has beside them. */
export const completeHitStore = (engine: HitEngine, { files, ...remote }: RemoteRows): CompleteStore => {
  const readWith =
    (options?: ReadOptions): Read =>
    statement =>
      engine.read(statement.text, statement.values, options);
  const { days, spans, removeWith } = createDaysStore(engine, readWith());
  const rows: CompleteStore = {
    ...remote,
    ...days,
    group: async (query, dimension, options) => {
      const imported = await findImportedGroups(spans, query, dimension);
      if (!imported) return remote.group(query, dimension, options);
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
    exportRows: request => exportRows(engine, request, files),
  };
  return { ...rows, ...addImportedDays(rows, { spans, readWith }) };
};
