import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Page } from '../../core/page.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { imports } from './tables.ts';

export type ImportRow = typeof imports.$inferSelect;
export type NewImport = Omit<ImportRow, 'id'>;
export type ImportChange = Partial<Omit<ImportRow, 'id' | 'siteId' | 'importKey' | 'createdAt'>>;

/** The imports of the application database. */
export function createImportsStore(db: AppDb) {
  return {
    insert: (row: NewImport): ImportRow => db.insert(imports).values(row).returning().get(),
    update: (id: number, change: ImportChange): ImportRow | undefined =>
      db.update(imports).set(change).where(eq(imports.id, id)).returning().get(),
    find: (siteId: number, id: number): ImportRow | undefined =>
      findRow(db, imports, and(eq(imports.siteId, siteId), eq(imports.id, id))),
    findByKey: (importKey: string): ImportRow | undefined =>
      findRow(db, imports, eq(imports.importKey, importKey)),
    /** Newest first. */
    list: (siteId: number, page: Page): ImportRow[] =>
      listRows(db, imports, { where: eq(imports.siteId, siteId), orderBy: desc(imports.id), page }),
    count: (siteId: number): number => countRows(db, imports, eq(imports.siteId, siteId)),
    /** Those that have not ended, of a site or all, oldest first. */
    listUnfinished: (siteId?: number): ImportRow[] =>
      listRows(db, imports, {
        where: and(
          inArray(imports.status, ['running', 'undoing']),
          siteId === undefined ? undefined : eq(imports.siteId, siteId),
        ),
      }),
    /** Those of a site that were begun before an instant. */
    listBefore: (siteId: number, instant: Date): ImportRow[] =>
      listRows(db, imports, { where: and(eq(imports.siteId, siteId), lt(imports.createdAt, instant)) }),
    remove(id: number): void {
      db.delete(imports).where(eq(imports.id, id)).run();
    },
    removeOfSite(siteId: number): void {
      db.delete(imports).where(eq(imports.siteId, siteId)).run();
    },
  };
}

export type ImportsStore = ReturnType<typeof createImportsStore>;
