import { and, count, eq } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { AppDb } from './app-db.ts';

/** A table of things that sites have, such as goals. */
type ItemTable = SQLiteTable & { readonly id: SQLiteColumn; readonly siteId: SQLiteColumn };

/** What the stores of things that sites have share. */
export interface ItemsOfSite<Row> {
  find(siteId: number, id: number): Row | undefined;
  /** Oldest first. */
  list(siteId: number): Row[];
  count(siteId: number): number;
  insert(row: Omit<Row, 'id'>): Row;
  update(id: number, change: Partial<Row>): Row | undefined;
  remove(id: number): void;
  removeOfSite(siteId: number): void;
}

/** Creates the statements on a table of things that sites have. */
export function createItemsOfSite<Table extends ItemTable>(
  db: AppDb,
  table: Table,
): ItemsOfSite<Table['$inferSelect']> {
  type Row = Table['$inferSelect'];
  // Drizzle types no statement on a table that is a parameter.
  const items: SQLiteTable = table;
  const hasId = (id: number) => eq(table.id, id);
  const isOfSite = (siteId: number) => eq(table.siteId, siteId);
  return {
    find: (siteId, id) =>
      db
        .select()
        .from(items)
        .where(and(hasId(id), isOfSite(siteId)))
        .get() as Row | undefined,
    list: siteId => db.select().from(items).where(isOfSite(siteId)).orderBy(table.id).all() as Row[],
    count: siteId => db.select({ count: count() }).from(items).where(isOfSite(siteId)).get()?.count ?? 0,
    insert: row => db.insert(items).values(row).returning().get() as Row,
    update: (id, change) =>
      db.update(items).set(change).where(hasId(id)).returning().get() as Row | undefined,
    remove: id => void db.delete(items).where(hasId(id)).run(),
    removeOfSite: siteId => void db.delete(items).where(isOfSite(siteId)).run(),
  };
}
