import { and, eq } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { findRow } from '../../stores/sqlite/rows.ts';
import { siteOrders } from './tables.ts';

export type SiteOrderRow = typeof siteOrders.$inferSelect;

/** Users' own orders of the sites of accounts, in the application database. */
export const createSiteOrderStore = (db: AppDb) => ({
  find: (userId: number, ownerId: number): SiteOrderRow | undefined =>
    findRow(db, siteOrders, and(eq(siteOrders.userId, userId), eq(siteOrders.ownerId, ownerId))),
  put: ({ userId, ownerId, ...order }: SiteOrderRow): void => {
    db.insert(siteOrders)
      .values({ userId, ownerId, ...order })
      .onConflictDoUpdate({ target: [siteOrders.userId, siteOrders.ownerId], set: order })
      .run();
  },
});

export type SiteOrderStore = ReturnType<typeof createSiteOrderStore>;
