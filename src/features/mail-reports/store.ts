import { and, eq, isNull } from 'drizzle-orm';
import type { Day } from '../../core/span.ts';
import type { ConfigDb } from '../../stores/sqlite/config-db.ts';
import { mailReports } from './tables.ts';

export type ReportRow = typeof mailReports.$inferSelect;
export type NewReport = Pick<ReportRow, 'userId' | 'siteId' | 'groupId' | 'every' | 'createdAt'>;

/** What users have chosen to be mailed, in the configuration database. */
export function createMailReportsStore(config: ConfigDb) {
  return {
    /** What `work` writes is on disk together, or not at all. */
    transaction: (work: () => void): void => config.transaction(work),
    find: (id: number): ReportRow | undefined =>
      config.db.select().from(mailReports).where(eq(mailReports.id, id)).get(),
    /** The one of a user that says the same. */
    findSame: ({ userId, siteId, groupId, every }: NewReport): ReportRow | undefined =>
      config.db
        .select()
        .from(mailReports)
        .where(
          and(
            eq(mailReports.userId, userId),
            eq(mailReports.every, every),
            siteId === null ? isNull(mailReports.siteId) : eq(mailReports.siteId, siteId),
            groupId === null ? isNull(mailReports.groupId) : eq(mailReports.groupId, groupId),
          ),
        )
        .get(),
    /** Oldest first. */
    listOf: (userId: number): ReportRow[] =>
      config.db
        .select()
        .from(mailReports)
        .where(eq(mailReports.userId, userId))
        .orderBy(mailReports.id)
        .all(),
    listAll: (): ReportRow[] => config.db.select().from(mailReports).orderBy(mailReports.id).all(),
    insert: (report: NewReport): ReportRow => config.db.insert(mailReports).values(report).returning().get(),
    /** Remembers that the period up to a day has been reported. */
    noteSent: (id: number, lastDate: Day, lastSentAt: Date): void => {
      config.db.update(mailReports).set({ lastDate, lastSentAt }).where(eq(mailReports.id, id)).run();
    },
    /** Sets back what a clock that ran ahead has written down. */
    forgetAhead: (id: number, lastDate: Day): void => {
      config.db.update(mailReports).set({ lastDate, lastSentAt: null }).where(eq(mailReports.id, id)).run();
    },
    /** What of it waits to be sent goes with it. */
    remove: (id: number): void => {
      config.db.delete(mailReports).where(eq(mailReports.id, id)).run();
    },
    removeOfSite: (siteId: number): void => {
      config.db.delete(mailReports).where(eq(mailReports.siteId, siteId)).run();
    },
  };
}

export type MailReportsStore = ReturnType<typeof createMailReportsStore>;
