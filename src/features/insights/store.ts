import { and, between, count, desc, eq, gte, lt } from 'drizzle-orm';
import { offsetOf, type Page } from '../../core/page.ts';
import type { Day } from '../../core/span.ts';
import type { ConfigDb } from '../../stores/sqlite/config-db.ts';
import { insights, insightTurns } from './tables.ts';

export type InsightRow = typeof insights.$inferSelect;
export type NewInsight = Omit<InsightRow, 'id'>;

/** Insights, and how far each site has been looked at, in the configuration database. */
export function createInsightsStore(config: ConfigDb) {
  return {
    /** What `work` writes is on disk together, or not at all. */
    transaction: (work: () => void): void => config.transaction(work),
    /** Undefined when the site has one for that day. */
    insert: (insight: NewInsight): InsightRow | undefined =>
      config.db.insert(insights).values(insight).onConflictDoNothing().returning().get(),
    /** Newest first. */
    list: (siteId: number, page: Page): InsightRow[] =>
      config.db
        .select()
        .from(insights)
        .where(eq(insights.siteId, siteId))
        .orderBy(desc(insights.forDate))
        .limit(page.size)
        .offset(offsetOf(page))
        .all(),
    /** The newest about one of the days from a first to a last one. */
    findLatestIn: (siteId: number, first: Day, last: Day): InsightRow | undefined =>
      config.db
        .select()
        .from(insights)
        .where(and(eq(insights.siteId, siteId), between(insights.forDate, first, last)))
        .orderBy(desc(insights.forDate))
        .get(),
    count: (siteId: number): number =>
      config.db.select({ count: count() }).from(insights).where(eq(insights.siteId, siteId)).get()?.count ??
      0,
    /** Findings of the insights from a day on, each as JSON. */
    listSignalsSince: (siteId: number, day: Day): string[] =>
      config.db
        .select({ signals: insights.signals })
        .from(insights)
        .where(and(eq(insights.siteId, siteId), gte(insights.forDate, day)))
        .all()
        .map(({ signals }) => signals),

    /** The last day that each site has been looked at. */
    listTurns: (): Map<number, Day> =>
      new Map(
        config.db
          .select()
          .from(insightTurns)
          .all()
          .map(({ siteId, lastDate }) => [siteId, lastDate]),
      ),
    findTurn: (siteId: number): Day | undefined =>
      config.db.select().from(insightTurns).where(eq(insightTurns.siteId, siteId)).get()?.lastDate,
    putTurn: (siteId: number, lastDate: Day): void => {
      config.db
        .insert(insightTurns)
        .values({ siteId, lastDate })
        .onConflictDoUpdate({ target: insightTurns.siteId, set: { lastDate } })
        .run();
    },

    removeBefore: (day: Day): number =>
      config.db.delete(insights).where(lt(insights.forDate, day)).returning({ id: insights.id }).all().length,
    removeOfSiteBefore: (siteId: number, day: Day): number =>
      config.db
        .delete(insights)
        .where(and(eq(insights.siteId, siteId), lt(insights.forDate, day)))
        .returning({ id: insights.id })
        .all().length,
    removeOfSite: (siteId: number): void => {
      config.db.delete(insights).where(eq(insights.siteId, siteId)).run();
      config.db.delete(insightTurns).where(eq(insightTurns.siteId, siteId)).run();
    },
  };
}

export type InsightsStore = ReturnType<typeof createInsightsStore>;
