import { and, count, desc, eq, inArray } from 'drizzle-orm';
import { type Page, toOffset } from '../../core/page.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
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
      db
        .select()
        .from(imports)
        .where(and(eq(imports.siteId, siteId), eq(imports.id, id)))
        .get(),
    findByKey: (importKey: string): ImportRow | undefined =>
      db.select().from(imports).where(eq(imports.importKey, importKey)).get(),
    /** Newest first. */
    list: (siteId: number, page: Page): ImportRow[] =>
      db
        .select()
        .from(imports)
        .where(eq(imports.siteId, siteId))
        .orderBy(desc(imports.id))
        .limit(page.size)
        .offset(toOffset(page))
        .all(),
    count: (siteId: number): number =>
      db.select({ count: count() }).from(imports).where(eq(imports.siteId, siteId)).get()?.count ?? 0,
    /** Those that have not ended, of a site or all, oldest first. */
    listUnfinished: (siteId?: number): ImportRow[] =>
      db
        .select()
        .from(imports)
        .where(
          and(
            inArray(imports.status, ['running', 'undoing']),
            siteId === undefined ? undefined : eq(imports.siteId, siteId),
          ),
        )
        .orderBy(imports.id)
        .all(),
    removeOfSite(siteId: number): void {
      db.delete(imports).where(eq(imports.siteId, siteId)).run();
    },
  };
}

export type ImportsStore = ReturnType<typeof createImportsStore>;
