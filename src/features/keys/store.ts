import { and, desc, eq, isNull } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { findRow, listRows } from '../../stores/sqlite/rows.ts';
import { apiKeys, rateWindows } from './tables.ts';

export type KeyRow = typeof apiKeys.$inferSelect;
export type RateWindowRow = typeof rateWindows.$inferSelect;

/** API keys and their request counts in the application database. */
export function createKeysStore(db: AppDb) {
  return {
    insert: (key: Omit<KeyRow, 'id'>): KeyRow => db.insert(apiKeys).values(key).returning().get(),
    find: (id: number): KeyRow | undefined => findRow(db, apiKeys, eq(apiKeys.id, id)),
    findByLookup: (lookup: string): KeyRow | undefined =>
      findRow(db, apiKeys, and(eq(apiKeys.lookup, lookup), isNull(apiKeys.revokedAt))),
    listByUser: (userId: number): KeyRow[] =>
      listRows(db, apiKeys, { where: eq(apiKeys.userId, userId), orderBy: desc(apiKeys.id) }),
    listActive: (userId: number): KeyRow[] =>
      listRows(db, apiKeys, {
        where: and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)),
        orderBy: desc(apiKeys.id),
      }),
    rename: (id: number, name: string): void => {
      db.update(apiKeys).set({ name }).where(eq(apiKeys.id, id)).run();
    },
    revoke: (id: number, at: Date): void => {
      db.update(apiKeys).set({ revokedAt: at }).where(eq(apiKeys.id, id)).run();
    },
    revokeAll: (userId: number, at: Date): void => {
      db.update(apiKeys)
        .set({ revokedAt: at })
        .where(and(eq(apiKeys.userId, userId), isNull(apiKeys.revokedAt)))
        .run();
    },

    listRateWindows: (): RateWindowRow[] => listRows(db, rateWindows),
    /** Saves request counts and uses since the last time, in one transaction. */
    saveUse: (windows: readonly RateWindowRow[], used: ReadonlyMap<number, Date>): void =>
      db.transaction(tx => {
        for (const { keyId, startedAt, used: count } of windows) {
          tx.insert(rateWindows)
            .values({ keyId, startedAt, used: count })
            .onConflictDoUpdate({ target: rateWindows.keyId, set: { startedAt, used: count } })
            .run();
        }
        for (const [id, lastUsedAt] of used)
          tx.update(apiKeys).set({ lastUsedAt }).where(eq(apiKeys.id, id)).run();
      }),
  };
}

export type KeysStore = ReturnType<typeof createKeysStore>;
