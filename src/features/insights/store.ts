import { and, asc, between, desc, eq, gte, lt, lte } from 'drizzle-orm';
import type { Page } from '../../core/page.ts';
import type { Day } from '../../core/span.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { insights, insightTurns } from './tables.ts';

export type InsightRow = typeof insights.$inferSelect;
export type NewInsight = Omit<InsightRow, 'id'>;

/** A range of days, both ends included; open where one is undefined. */
export interface DaysBetween {
  readonly first?: Day | undefined;
  readonly last?: Day | undefined;
}

const about = (siteId: number, { first, last }: DaysBetween) =>
  and(
    eq(insights.siteId, siteId),
    first === undefined ? undefined : gte(insights.forDate, first),
    last === undefined ? undefined : lte(insights.forDate, last),
  );

/** Creates the store of insights, and of the last day that each site was analyzed for. */
export function createInsightsStore(db: AppDb) {
  return {
    transaction: (work: () => void): void => db.transaction(work),
    /** Returns undefined when the site has one for that day. */
    insert: (insight: NewInsight): InsightRow | undefined =>
      db.insert(insights).values(insight).onConflictDoNothing().returning().get(),
    /** Newest first. */
    list: (siteId: number, page: Page, days: DaysBetween): InsightRow[] =>
      listRows(db, insights, { where: about(siteId, days), orderBy: desc(insights.forDate), page }),
    /** Returns the newest one about a day from `first` to `last`. */
    findLatestIn: (siteId: number, first: Day, last: Day): InsightRow | undefined =>
      db
        .select()
        .from(insights)
        .where(and(eq(insights.siteId, siteId), between(insights.forDate, first, last)))
        .orderBy(desc(insights.forDate))
        .get(),
    count: (siteId: number, days: DaysBetween): number => countRows(db, insights, about(siteId, days)),
    /** Lists the findings of the insights about the days from `first` to `last`, each as JSON. */
    listSignalsIn: (siteId: number, first: Day, last: Day): string[] =>
      db
        .select({ signals: insights.signals })
        .from(insights)
        .where(and(eq(insights.siteId, siteId), between(insights.forDate, first, last)))
        .all()
        .map(({ signals }) => signals),

    /** Returns the last day that each site was analyzed for. */
    listLastDays: (): Map<number, Day> =>
      new Map(listRows(db, insightTurns).map(({ siteId, lastDate }) => [siteId, lastDate])),
    findLastDay: (siteId: number): Day | undefined =>
      findRow(db, insightTurns, eq(insightTurns.siteId, siteId))?.lastDate,
    saveLastDay: (siteId: number, lastDate: Day): void => {
      db.insert(insightTurns)
        .values({ siteId, lastDate })
        .onConflictDoUpdate({ target: insightTurns.siteId, set: { lastDate } })
        .run();
    },

    /** Returns the first day that a site was analyzed for, or has an insight about. */
    findFirstDay: (siteId: number): Day | undefined =>
      findRow(db, insightTurns, eq(insightTurns.siteId, siteId))?.firstDate ??
      db
        .select({ day: insights.forDate })
        .from(insights)
        .where(eq(insights.siteId, siteId))
        .orderBy(asc(insights.forDate))
        .get()?.day,
    saveFirstDay: (siteId: number, firstDate: Day): void => {
      db.insert(insightTurns)
        .values({ siteId, firstDate, lastDate: firstDate })
        .onConflictDoUpdate({ target: insightTurns.siteId, set: { firstDate } })
        .run();
    },

    removeBefore: (day: Day): number =>
      db.delete(insights).where(lt(insights.forDate, day)).returning({ id: insights.id }).all().length,
    removeOfSiteBefore: (siteId: number, day: Day): number =>
      db
        .delete(insights)
        .where(and(eq(insights.siteId, siteId), lt(insights.forDate, day)))
        .returning({ id: insights.id })
        .all().length,
    removeOfSite: (siteId: number): void => {
      db.delete(insights).where(eq(insights.siteId, siteId)).run();
      db.delete(insightTurns).where(eq(insightTurns.siteId, siteId)).run();
    },
  };
}

export type InsightsStore = ReturnType<typeof createInsightsStore>;
