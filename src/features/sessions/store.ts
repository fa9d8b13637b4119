import { eq, lte } from 'drizzle-orm';
import type { ConfigDb } from '../../stores/sqlite/config-db.ts';
import { sessions } from './tables.ts';

export type SessionRow = typeof sessions.$inferSelect;

/** Dashboard sessions of the configuration database. */
export function createSessionsStore(config: ConfigDb) {
  return {
    insert: (session: Omit<SessionRow, 'id'>): SessionRow =>
      config.db.insert(sessions).values(session).returning().get(),
    findByTokenHash: (tokenHash: string): SessionRow | undefined =>
      config.db.select().from(sessions).where(eq(sessions.tokenHash, tokenHash)).get(),
    touch: (id: number, change: Pick<SessionRow, 'lastSeenAt' | 'expiresAt'>): void => {
      config.db.update(sessions).set(change).where(eq(sessions.id, id)).run();
    },
    remove: (id: number): void => {
      config.db.delete(sessions).where(eq(sessions.id, id)).run();
    },
    removeOf: (userId: number): void => {
      config.db.delete(sessions).where(eq(sessions.userId, userId)).run();
    },
    removeExpired: (now: Date): void => {
      config.db.delete(sessions).where(lte(sessions.expiresAt, now)).run();
    },
  };
}

export type SessionsStore = ReturnType<typeof createSessionsStore>;
