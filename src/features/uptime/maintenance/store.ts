import { eq } from 'drizzle-orm';
import type { AppDb } from '../../../stores/sqlite/app-db.ts';
import { listRows } from '../../../stores/sqlite/rows.ts';
import { maintenanceWindows } from '../tables.ts';

export type WindowRow = typeof maintenanceWindows.$inferSelect;

/** The maintenance windows of sites in the application database. */
export const createMaintenanceStore = (db: AppDb) => ({
  listAll: (): WindowRow[] => listRows(db, maintenanceWindows),
  insert: (row: Omit<WindowRow, 'id'>): WindowRow =>
    db.insert(maintenanceWindows).values(row).returning().get(),
  save({ id, ...fields }: WindowRow): void {
    db.update(maintenanceWindows).set(fields).where(eq(maintenanceWindows.id, id)).run();
  },
  remove(id: number): void {
    db.delete(maintenanceWindows).where(eq(maintenanceWindows.id, id)).run();
  },
  removeOfSite(siteId: number): void {
    db.delete(maintenanceWindows).where(eq(maintenanceWindows.siteId, siteId)).run();
  },
});

export type MaintenanceStore = ReturnType<typeof createMaintenanceStore>;
