import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const siteOrders = sqliteTable(
  'site_orders',
  {
    userId: integer().notNull(),
    ownerId: integer().notNull(),
    siteIds: text({ mode: 'json' }).$type<number[]>().notNull(),
    pinnedSiteIds: text({ mode: 'json' }).$type<number[]>().notNull(),
    updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.ownerId] })],
);
