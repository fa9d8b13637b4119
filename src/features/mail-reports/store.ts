import { and, eq, isNull } from 'drizzle-orm';
import type { Day } from '../../core/span.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { findRow, listRows } from '../../stores/sqlite/rows.ts';
import { mailReports } from './tables.ts';

export type ReportRow = typeof mailReports.$inferSelect;
export type NewReport = Pick<ReportRow, 'userId' | 'siteId' | 'groupId' | 'every' | 'createdAt'>;

/** The mail reports of the application database. */
export function createMailReportsStore(db: AppDb) {
  return {
    transaction: (work: () => void): void => db.transaction(work),
    find: (id: number): ReportRow | undefined => findRow(db, mailReports, eq(mailReports.id, id)),
    /** Finds the user's report with the same target and interval. */
    findDuplicate: ({ userId, siteId, groupId, every }: NewReport): ReportRow | undefined =>
      findRow(
        db,
        mailReports,
        and(
          eq(mailReports.userId, userId),
          eq(mailReports.every, every),
          siteId === null ? isNull(mailReports.siteId) : eq(mailReports.siteId, siteId),
          groupId === null ? isNull(mailReports.groupId) : eq(mailReports.groupId, groupId),
        ),
      ),
    /** Oldest first. */
    listOf: (userId: number): ReportRow[] =>
      listRows(db, mailReports, { where: eq(mailReports.userId, userId) }),
    listAll: (): ReportRow[] => listRows(db, mailReports),
    insert: (report: NewReport): ReportRow => db.insert(mailReports).values(report).returning().get(),
    /** Records that the period up to a day has been reported. */
    markSent: (id: number, lastDate: Day, lastSentAt: Date): void => {
      db.update(mailReports).set({ lastDate, lastSentAt }).where(eq(mailReports.id, id)).run();
    },
    /** Corrects a last day that was recorded while the clock was ahead. */
    resetLastDate: (id: number, lastDate: Day): void => {
      db.update(mailReports).set({ lastDate, lastSentAt: null }).where(eq(mailReports.id, id)).run();
    },
    /** Its mails in the outbox are not sent any more. */
    remove: (id: number): void => {
      db.delete(mailReports).where(eq(mailReports.id, id)).run();
    },
    removeOfSite: (siteId: number): void => {
      db.delete(mailReports).where(eq(mailReports.siteId, siteId)).run();
    },
  };
}

export type MailReportsStore = ReturnType<typeof createMailReportsStore>;
