import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';

export const siteTransfers = sqliteTable('site_transfers', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  fromId: integer().notNull(),
  toId: integer().notNull(),
  /** The owner who has to accept it. */
  awaitedId: integer().notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  expiresAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
