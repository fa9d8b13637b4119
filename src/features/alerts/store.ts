import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Page } from '../../core/page.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { createItemsOfSite } from '../../stores/sqlite/items-of-site.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { alertChecks, alertFirings, alertGaps, alerts } from './tables.ts';

export type AlertRow = typeof alerts.$inferSelect;
export type AlertChange = Partial<Omit<AlertRow, 'id' | 'siteId' | 'kind' | 'goalId' | 'createdAt'>>;
export type FiringRow = typeof alertFirings.$inferSelect;
export type GapRow = typeof alertGaps.$inferSelect;

/** Creates the store of alerts and their history. */
export function createAlertsStore(db: AppDb) {
  return {
    ...createItemsOfSite(db, alerts),
    ...createFiringQueries(db),
    ...createGapQueries(db),
    transaction: (work: () => void): void => db.transaction(work),
    listAll: (): AlertRow[] => listRows(db, alerts),
    listOfGoal: (goalId: number): AlertRow[] => listRows(db, alerts, { where: eq(alerts.goalId, goalId) }),
  };
}

export type AlertsStore = ReturnType<typeof createAlertsStore>;

const createFiringQueries = (db: AppDb) => ({
  openFiring(firing: Omit<FiringRow, 'id' | 'endedAt'>): void {
    db.insert(alertFirings).values(firing).run();
  },
  changeFiring(id: number, change: Partial<Pick<FiringRow, 'endedAt' | 'facts' | 'isSent'>>): void {
    db.update(alertFirings).set(change).where(eq(alertFirings.id, id)).run();
  },
  listOpenFirings: (alertId: number): FiringRow[] =>
    listRows(db, alertFirings, {
      where: and(eq(alertFirings.alertId, alertId), isNull(alertFirings.endedAt)),
    }),
  /** Lists the firings, also ended ones, with a change that waits for a summary. */
  listWaiting: (alertId: number): FiringRow[] =>
    listRows(db, alertFirings, {
      where: and(
        eq(alertFirings.alertId, alertId),
        sql`json_extract(${alertFirings.facts}, '$.waiting') is not null`,
      ),
    }),
  /** Counts the beginnings and ends of firings since an instant. */
  countChangesSince(alertId: number, instant: Date): number {
    const changes = (column: typeof alertFirings.startedAt | typeof alertFirings.endedAt): number =>
      countRows(db, alertFirings, and(eq(alertFirings.alertId, alertId), gt(column, instant)));
    return changes(alertFirings.startedAt) + changes(alertFirings.endedAt);
  },
  /** Newest first. */
  listFirings: (alertId: number, page: Page): FiringRow[] =>
    listRows(db, alertFirings, {
      where: eq(alertFirings.alertId, alertId),
      orderBy: desc(alertFirings.id),
      page,
    }),
  countFirings: (alertId: number): number => countRows(db, alertFirings, eq(alertFirings.alertId, alertId)),
  /** Removes what ended before an instant. */
  removeFiringsBefore(instant: Date): void {
    db.delete(alertFirings).where(lt(alertFirings.endedAt, instant)).run();
    db.delete(alertGaps).where(lt(alertGaps.endedAt, instant)).run();
  },
});

const createGapQueries = (db: AppDb) => ({
  /** Returns when alerts were last checked. */
  findCheckedAt: (): Date | undefined => findRow(db, alertChecks)?.checkedAt,
  saveCheckedAt(checkedAt: Date): void {
    db.insert(alertChecks)
      .values({ id: 1, checkedAt })
      .onConflictDoUpdate({ target: alertChecks.id, set: { checkedAt } })
      .run();
  },
  insertGap(gap: GapRow): void {
    db.insert(alertGaps).values(gap).onConflictDoNothing().run();
  },
  listGapsSince: (instant: Date): GapRow[] =>
    listRows(db, alertGaps, { where: gt(alertGaps.endedAt, instant) }),
});
