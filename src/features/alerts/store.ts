import { and, count, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type Page, toOffset } from '../../core/page.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { createItemsOfSite } from '../../stores/sqlite/items-of-site.ts';
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
    listAll: (): AlertRow[] => db.select().from(alerts).orderBy(alerts.id).all(),
    listOfGoal: (goalId: number): AlertRow[] =>
      db.select().from(alerts).where(eq(alerts.goalId, goalId)).orderBy(alerts.id).all(),
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
    db
      .select()
      .from(alertFirings)
      .where(and(eq(alertFirings.alertId, alertId), isNull(alertFirings.endedAt)))
      .orderBy(alertFirings.id)
      .all(),
  /** Lists the firings, also ended ones, with a change that waits for a summary. */
  listWaiting: (alertId: number): FiringRow[] =>
    db
      .select()
      .from(alertFirings)
      .where(
        and(
          eq(alertFirings.alertId, alertId),
          sql`json_extract(${alertFirings.facts}, '$.waiting') is not null`,
        ),
      )
      .orderBy(alertFirings.id)
      .all(),
  /** Counts the beginnings and ends of firings since an instant. */
  countChangesSince(alertId: number, instant: Date): number {
    const changes = (column: typeof alertFirings.startedAt | typeof alertFirings.endedAt): number =>
      db
        .select({ count: count() })
        .from(alertFirings)
        .where(and(eq(alertFirings.alertId, alertId), gt(column, instant)))
        .get()?.count ?? 0;
    return changes(alertFirings.startedAt) + changes(alertFirings.endedAt);
  },
  /** Newest first. */
  listFirings: (alertId: number, page: Page): FiringRow[] =>
    db
      .select()
      .from(alertFirings)
      .where(eq(alertFirings.alertId, alertId))
      .orderBy(desc(alertFirings.id))
      .limit(page.size)
      .offset(toOffset(page))
      .all(),
  countFirings: (alertId: number): number =>
    db.select({ count: count() }).from(alertFirings).where(eq(alertFirings.alertId, alertId)).get()?.count ??
    0,
  /** Removes what ended before an instant. */
  removeFiringsBefore(instant: Date): void {
    db.delete(alertFirings).where(lt(alertFirings.endedAt, instant)).run();
    db.delete(alertGaps).where(lt(alertGaps.endedAt, instant)).run();
  },
});

const createGapQueries = (db: AppDb) => ({
  /** Returns when alerts were last checked. */
  findCheckedAt: (): Date | undefined => db.select().from(alertChecks).get()?.checkedAt,
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
    db.select().from(alertGaps).where(gt(alertGaps.endedAt, instant)).all(),
});
