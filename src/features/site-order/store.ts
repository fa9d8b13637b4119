import { and, eq } from 'drizzle-orm';
import type { AppDb } from '../../stores/sqlite/app-db.ts';
import { siteOrders } from './tables.ts';

export type SiteOrderRow = typeof siteOrders.$inferSelect;

/** Users' own orders of the sites of accounts, in the application database. */
export const createSiteOrderStore = (db: AppDb) => ({
  find: (userId: number, ownerId: number): SiteOrderRow | undefined =>
    db
      .select()
      .from(siteOrders)
      .where(and(eq(siteOrders.userId, userId), eq(siteOrders.ownerId, ownerId)))
      .get(),
  put: ({ userId, ownerId, ...order }: SiteOrderRow): void => {
    db.insert(siteOrders)
      .values({ userId, ownerId, ...order })
      .onConflictDoUpdate({ target: [siteOrders.userId, siteOrders.ownerId], set: order })
      .run();
  },
});

export type SiteOrderStore = ReturnType<typeof createSiteOrderStore>;
