import { and, asc, count, desc, eq, gt, lt, lte } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import type { NoticeKind } from './notification-data.ts';
import { contentPauses, outbox, subscriptions, unsubscriptions } from './tables.ts';

export type OutboxRow = typeof outbox.$inferSelect;
export type NewOutboxRow = Pick<
  typeof outbox.$inferInsert,
  'kind' | 'userId' | 'siteId' | 'reportId' | 'message' | 'createdAt'
>;

/** How a mail ended. */
export interface Settlement {
  readonly status: 'sent' | 'failed' | 'unwanted';
  readonly attempts: number;
  readonly lastError: string | null;
  readonly settledAt: Date;
}

/** When a mail is tried next, and why it was not taken so far. */
export interface Postponement {
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastError: string;
}

/** Mails that wait, what users do not want to be told, and pauses, in the application database. */
export function createNoticesStore(db: AppDb) {
  const ofReader = (userId: number, kind: NoticeKind) =>
    and(eq(unsubscriptions.userId, userId), eq(unsubscriptions.kind, kind));
  const asked = (userId: number, kind: NoticeKind) =>
    and(eq(subscriptions.userId, userId), eq(subscriptions.kind, kind));
  return {
    /** Due at once. */
    insert: (row: NewOutboxRow): void => {
      db.insert(outbox)
        .values({ ...row, status: 'waiting', nextAttemptAt: row.createdAt })
        .run();
    },
    /** Waiting ones whose time has come, the longest due first. */
    listDue: (now: Date, limit: number): OutboxRow[] =>
      db
        .select()
        .from(outbox)
        .where(and(eq(outbox.status, 'waiting'), lte(outbox.nextAttemptAt, now)))
        .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
        .limit(limit)
        .all(),
    /** Nothing more is sent; what was said is forgotten. */
    settle: (id: number, settlement: Settlement): void => {
      db.update(outbox)
        .set({ ...settlement, message: '', nextAttemptAt: null })
        .where(eq(outbox.id, id))
        .run();
    },
    postpone: (id: number, postponement: Postponement): void => {
      db.update(outbox).set(postponement).where(eq(outbox.id, id)).run();
    },
    countWaiting: (): number =>
      db.select({ count: count() }).from(outbox).where(eq(outbox.status, 'waiting')).get()?.count ?? 0,
    /** Why the newest mail that was tried has not been taken; null when it was, or none was tried. */
    findLastError: (): string | null =>
      db
        .select({ lastError: outbox.lastError })
        .from(outbox)
        .where(gt(outbox.attempts, 0))
        .orderBy(desc(outbox.id))
        .limit(1)
        .get()?.lastError ?? null,
    /** When the newest mail of a kind was recorded; settled ones are forgotten after a while. */
    findLastAt: (kind: NoticeKind): Date | undefined =>
      db
        .select({ createdAt: outbox.createdAt })
        .from(outbox)
        .where(eq(outbox.kind, kind))
        .orderBy(desc(outbox.id))
        .limit(1)
        .get()?.createdAt,
    removeSettledBefore: (instant: Date): number =>
      db.delete(outbox).where(lt(outbox.settledAt, instant)).returning({ id: outbox.id }).all().length,

    isUnsubscribed: (userId: number, kind: NoticeKind): boolean =>
      db.select().from(unsubscriptions).where(ofReader(userId, kind)).get() !== undefined,
    unsubscribe: (userId: number, kind: NoticeKind, createdAt: Date): void => {
      db.insert(unsubscriptions).values({ userId, kind, createdAt }).onConflictDoNothing().run();
    },
    subscribe: (userId: number, kind: NoticeKind): void => {
      db.delete(unsubscriptions).where(ofReader(userId, kind)).run();
    },

    isAskedFor: (userId: number, kind: NoticeKind): boolean =>
      db.select().from(subscriptions).where(asked(userId, kind)).get() !== undefined,
    askFor: (userId: number, kind: NoticeKind, createdAt: Date): void => {
      db.insert(subscriptions).values({ userId, kind, createdAt }).onConflictDoNothing().run();
    },
    askNoMoreFor: (userId: number, kind: NoticeKind): void => {
      db.delete(subscriptions).where(asked(userId, kind)).run();
    },

    findContentPause: (siteId: number): Date | undefined =>
      db.select().from(contentPauses).where(eq(contentPauses.siteId, siteId)).get()?.pausedUntil,
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

export type NoticesStore = ReturnType<typeof createNoticesStore>;
