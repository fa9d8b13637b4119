import { asc, eq } from 'drizzle-orm';
import type { AppDb } from '../../../stores/sqlite/app-db.ts';
import { isDue } from '../../../stores/sqlite/due.ts';
import { findRow, listRows } from '../../../stores/sqlite/rows.ts';
import type { MonitorRow, NewMonitor, TargetRow } from '../monitors/store.ts';
import { monitors, monitorTargets, pageMonitors, watchedPages } from '../tables.ts';
import { RENEWAL_MS } from './limits.ts';

export type WatchedPagesRow = typeof watchedPages.$inferSelect;
export type PageRow = typeof pageMonitors.$inferSelect;

/** The settings of watched pages, and their monitors, in the application database. */
export const createWatchedPagesStore = (db: AppDb) => ({
  find: (siteId: number): WatchedPagesRow | undefined =>
    findRow(db, watchedPages, eq(watchedPages.siteId, siteId)),
  /** Lists those due for renewal, longest overdue first. */
  listDue: (now: Date): WatchedPagesRow[] =>
    listRows(db, watchedPages, {
      where: isDue(watchedPages.renewAt, now, RENEWAL_MS),
      orderBy: asc(watchedPages.renewAt),
    }).filter(({ count }) => count > 0),
  save(row: WatchedPagesRow): void {
    const { siteId: _, ...set } = row;
    db.insert(watchedPages).values(row).onConflictDoUpdate({ target: watchedPages.siteId, set }).run();
  },
  /** Notes what the server writes by itself. */
  note(siteId: number, set: Partial<Pick<WatchedPagesRow, 'renewAt' | 'renewedAt' | 'leftOut'>>): void {
    db.update(watchedPages).set(set).where(eq(watchedPages.siteId, siteId)).run();
  },
  removeOfSite(siteId: number): void {
    db.delete(watchedPages).where(eq(watchedPages.siteId, siteId)).run();
  },

  listPages: (): PageRow[] => listRows(db, pageMonitors),
  insertPage: (monitor: NewMonitor, page: Omit<PageRow, 'monitorId'>) =>
    db.transaction((): { readonly monitor: MonitorRow; readonly page: PageRow } => {
      const inserted = db.insert(monitors).values(monitor).returning().get();
      const row = { ...page, monitorId: inserted.id };
      db.insert(pageMonitors).values(row).run();
      return { monitor: inserted, page: row };
    }),
  savePage({ monitorId, ...set }: PageRow): void {
    db.update(pageMonitors).set(set).where(eq(pageMonitors.monitorId, monitorId)).run();
  },
  /** Makes a monitor one that people set. */
  adopt: (target: TargetRow): void =>
    db.transaction(() => {
      db.delete(pageMonitors).where(eq(pageMonitors.monitorId, target.monitorId)).run();
      db.insert(monitorTargets).values(target).run();
    }),
});

export type WatchedPagesStore = ReturnType<typeof createWatchedPagesStore>;
