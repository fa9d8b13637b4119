import { and, eq } from 'drizzle-orm';
import type { AppDb } from '../../../stores/sqlite/app-db.ts';
import { findRow, listRows } from '../../../stores/sqlite/rows.ts';
import { monitors, monitorTargets } from '../tables.ts';

export type MonitorRow = typeof monitors.$inferSelect;
export type NewMonitor = Omit<MonitorRow, 'id'>;
export type TargetRow = typeof monitorTargets.$inferSelect;

/** The monitors of sites in the application database, and what they check. */
export const createMonitorStore = (db: AppDb) => ({
  /** Finds the monitor of a site's own address. */
  findHomeMonitor: (siteId: number): MonitorRow | undefined =>
    findRow(db, monitors, and(eq(monitors.siteId, siteId), eq(monitors.isHome, true))),
  findMonitor: (id: number): MonitorRow | undefined => findRow(db, monitors, eq(monitors.id, id)),
  listMonitorsOfSite: (siteId: number): MonitorRow[] =>
    listRows(db, monitors, { where: eq(monitors.siteId, siteId) }),
  listMonitors: (): MonitorRow[] => listRows(db, monitors),
  insertMonitor: (monitor: NewMonitor): MonitorRow => db.insert(monitors).values(monitor).returning().get(),
  saveMonitor({ id, ...fields }: MonitorRow): void {
    db.update(monitors).set(fields).where(eq(monitors.id, id)).run();
  },
  removeMonitor(id: number): void {
    db.delete(monitors).where(eq(monitors.id, id)).run();
  },
  removeOfSite(siteId: number): void {
    db.delete(monitors).where(eq(monitors.siteId, siteId)).run();
  },

  listTargets: (): TargetRow[] => listRows(db, monitorTargets),
  /** Inserts a monitor with what it checks. */
  insertMonitorOf: (
    monitor: NewMonitor,
    target: Omit<TargetRow, 'monitorId'>,
  ): { readonly monitor: MonitorRow; readonly target: TargetRow } =>
    db.transaction(() => {
      const inserted = db.insert(monitors).values(monitor).returning().get();
      const row = { ...target, monitorId: inserted.id };
      db.insert(monitorTargets).values(row).run();
      return { monitor: inserted, target: row };
    }),
  saveTarget({ monitorId, ...fields }: TargetRow): void {
    db.update(monitorTargets).set(fields).where(eq(monitorTargets.monitorId, monitorId)).run();
  },
});
