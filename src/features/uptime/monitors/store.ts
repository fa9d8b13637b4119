import { and, asc, eq } from 'drizzle-orm';
import type { AppDb } from '../../../stores/sqlite/app-db.ts';
import { monitors, monitorTargets } from '../tables.ts';

export type MonitorRow = typeof monitors.$inferSelect;
export type NewMonitor = Omit<MonitorRow, 'id'>;
export type TargetRow = typeof monitorTargets.$inferSelect;

/** The monitors of sites in the application database, and what they check. */
export const createMonitorStore = (db: AppDb) => ({
  /** Finds the monitor of a site's own address. */
  findHomeMonitor: (siteId: number): MonitorRow | undefined =>
    db
      .select()
      .from(monitors)
      .where(and(eq(monitors.siteId, siteId), eq(monitors.isHome, true)))
      .get(),
  findMonitor: (id: number): MonitorRow | undefined =>
    db.select().from(monitors).where(eq(monitors.id, id)).get(),
  listMonitorsOfSite: (siteId: number): MonitorRow[] =>
    db.select().from(monitors).where(eq(monitors.siteId, siteId)).orderBy(asc(monitors.id)).all(),
  listMonitors: (): MonitorRow[] => db.select().from(monitors).all(),
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

  listTargets: (): TargetRow[] => db.select().from(monitorTargets).all(),
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
