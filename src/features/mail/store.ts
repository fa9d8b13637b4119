import { and, asc, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import type { NotificationKind } from '../../core/notifications.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { isDue } from '../../stores/sqlite/due.ts';
import { countRows, findRow, listRows } from '../../stores/sqlite/rows.ts';
import { contentPauses, outbox, subscriptions, unsubscriptions } from './tables.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type NewOutboxRow = Pick<
  typeof outbox.$inferInsert,
  'kind' | 'userId' | 'siteId' | 'reportId' | 'subscriberId' | 'message' | 'createdAt'
>;

/** Final result of a mail. */
export interface DeliveryResult {
  readonly status: 'sent' | 'failed' | 'unwanted';
  readonly attempts: number;
  readonly lastError: string | null;
  readonly settledAt: Date;
}

/** When a mail is tried next, and why the last attempt failed. */
export interface Retry {
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastError: string;
}

/** The outbox, subscriptions and pauses in the application database. */
export function createMailStore(db: AppDb) {
  const isUnsubscription = (userId: number, kind: NotificationKind) =>
    and(eq(unsubscriptions.userId, userId), eq(unsubscriptions.kind, kind));
  const isSubscription = (userId: number, kind: NotificationKind) =>
    and(eq(subscriptions.userId, userId), eq(subscriptions.kind, kind));
  return {
    /** Due at once. */
    insert: (row: NewOutboxRow): void => {
      db.insert(outbox)
        .values({ ...row, status: 'waiting', nextAttemptAt: row.createdAt })
        .run();
    },
    /**
     * Waiting mails that are due, the longest due first; those to subscribers of status pages last, so that a page with a
     * thousand of them keeps no user of the server waiting.
     */
    listDue(now: Date, limit: number): OutboxRow[] {
      const list = (isForSubscribers: boolean, count: number): OutboxRow[] =>
        listRows(db, outbox, {
          where: and(
            eq(outbox.status, 'waiting'),
            isDue(outbox.nextAttemptAt, now, DAY_MS),
            isForSubscribers ? isNotNull(outbox.subscriberId) : isNull(outbox.subscriberId),
          ),
          orderBy: [asc(outbox.nextAttemptAt), asc(outbox.id)],
          limit: count,
        });
      const others = list(false, limit);
      return others.length < limit ? [...others, ...list(true, limit - others.length)] : others;
    },
    /** Marks a mail as finished and erases its message. */
    saveResult: (id: number, result: DeliveryResult): void => {
      db.update(outbox)
        .set({ ...result, message: '', nextAttemptAt: null })
        .where(eq(outbox.id, id))
        .run();
    },
    scheduleRetry: (id: number, retry: Retry): void => {
      db.update(outbox).set(retry).where(eq(outbox.id, id)).run();
    },
    countWaiting: (): number => countRows(db, outbox, eq(outbox.status, 'waiting')),
    /** Error of the newest mail that was tried; null when it was taken, or none was tried. */
    findLastError: (): string | null =>
      db
        .select({ lastError: outbox.lastError })
        .from(outbox)
        .where(gt(outbox.attempts, 0))
        .orderBy(desc(outbox.id))
        .limit(1)
        .get()?.lastError ?? null,
    /** When the newest mail of a kind was enqueued; finished ones are deleted after a while. */
    findLastAt: (kind: NotificationKind): Date | undefined =>
      db
        .select({ createdAt: outbox.createdAt })
        .from(outbox)
        .where(eq(outbox.kind, kind))
        .orderBy(desc(outbox.id))
        .limit(1)
        .get()?.createdAt,
    removeFinishedBefore: (instant: Date): number =>
      db.delete(outbox).where(lt(outbox.settledAt, instant)).returning({ id: outbox.id }).all().length,

    isUnsubscribed: (userId: number, kind: NotificationKind): boolean =>
      findRow(db, unsubscriptions, isUnsubscription(userId, kind)) !== undefined,
    unsubscribe: (userId: number, kind: NotificationKind, createdAt: Date): void => {
      db.insert(unsubscriptions).values({ userId, kind, createdAt }).onConflictDoNothing().run();
    },
    subscribe: (userId: number, kind: NotificationKind): void => {
      db.delete(unsubscriptions).where(isUnsubscription(userId, kind)).run();
    },

    isOptedIn: (userId: number, kind: NotificationKind): boolean =>
      findRow(db, subscriptions, isSubscription(userId, kind)) !== undefined,
    optIn: (userId: number, kind: NotificationKind, createdAt: Date): void => {
      db.insert(subscriptions).values({ userId, kind, createdAt }).onConflictDoNothing().run();
    },
    optOut: (userId: number, kind: NotificationKind): void => {
      db.delete(subscriptions).where(isSubscription(userId, kind)).run();
    },

    findContentPause: (siteId: number): Date | undefined =>
      findRow(db, contentPauses, eq(contentPauses.siteId, siteId))?.pausedUntil,
    putContentPause: (siteId: number, pausedUntil: Date): void => {
      db.insert(contentPauses)
        .values({ siteId, pausedUntil })
        .onConflictDoUpdate({ target: contentPauses.siteId, set: { pausedUntil } })
        .run();
    },
    removeContentPause: (siteId: number): void => {
      db.delete(contentPauses).where(eq(contentPauses.siteId, siteId)).run();
    },

    removeOfSite: (siteId: number): void => {
      db.delete(outbox).where(eq(outbox.siteId, siteId)).run();
      db.delete(contentPauses).where(eq(contentPauses.siteId, siteId)).run();
    },
  };
}

export type MailStore = ReturnType<typeof createMailStore>;
