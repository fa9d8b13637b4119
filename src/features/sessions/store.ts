import { and, desc, eq, gt, lte, ne, notInArray } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { findRow, listRows } from '../../stores/sqlite/rows.ts';
import { passwordResets, sessions } from './tables.ts';

export type SessionRow = typeof sessions.$inferSelect;
export type PasswordResetRow = typeof passwordResets.$inferSelect;

/** Dashboard sessions, and links to a new password, of the application database. */
export function createSessionsStore(db: AppDb) {
  return {
    insert: (session: Omit<SessionRow, 'id'>): SessionRow =>
      db.insert(sessions).values(session).returning().get(),
    findByTokenHash: (tokenHash: string): SessionRow | undefined =>
      findRow(db, sessions, eq(sessions.tokenHash, tokenHash)),
    /** Those that have not ended, the one used last first. */
    listActive: (userId: number, now: Date): SessionRow[] =>
      listRows(db, sessions, {
        where: and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)),
        orderBy: [desc(sessions.lastSeenAt), desc(sessions.id)],
      }),
    touch: (id: number, change: Pick<SessionRow, 'lastSeenAt' | 'expiresAt'>): void => {
      db.update(sessions).set(change).where(eq(sessions.id, id)).run();
    },
    removeByTokenHash: (tokenHash: string): void => {
      db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).run();
    },
    /** Whether the user had such a session. */
    remove: (userId: number, id: number): boolean =>
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
        .returning({ id: sessions.id })
        .get() !== undefined,
    /** Removes all sessions of a user except one, and returns how many were active. */
    removeOthers: (userId: number, keptHash: string | undefined, now: Date): number =>
      db
        .delete(sessions)
        .where(
          and(
            eq(sessions.userId, userId),
            keptHash === undefined ? undefined : ne(sessions.tokenHash, keptHash),
          ),
        )
        .returning({ expiresAt: sessions.expiresAt })
        .all()
        .filter(({ expiresAt }) => expiresAt > now).length,
    /** Removes all but the `count` most recently used sessions of a user. */
    keepLatest: (userId: number, count: number): void => {
      const kept = db
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
        .limit(count);
      db.delete(sessions)
        .where(and(eq(sessions.userId, userId), notInArray(sessions.id, kept)))
        .run();
    },
    removeExpired: (now: Date): void => {
      db.delete(sessions).where(lte(sessions.expiresAt, now)).run();
    },

    insertReset: (reset: PasswordResetRow): void => {
      db.insert(passwordResets).values(reset).run();
    },
    hasReset: (tokenHash: string): boolean =>
      db
        .select({ userId: passwordResets.userId })
        .from(passwordResets)
        .where(eq(passwordResets.tokenHash, tokenHash))
        .get() !== undefined,
    /** Deletes a reset and returns it. */
    consumeReset: (tokenHash: string): PasswordResetRow | undefined =>
      db.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)).returning().get(),
    removeResets: (userId: number): void => {
      db.delete(passwordResets).where(eq(passwordResets.userId, userId)).run();
    },
    removeExpiredResets: (now: Date): void => {
      db.delete(passwordResets).where(lte(passwordResets.expiresAt, now)).run();
    },
  };
}

export type SessionsStore = ReturnType<typeof createSessionsStore>;
