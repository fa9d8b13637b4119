import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const sharedLinks = sqliteTable('shared_links', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  name: text().notNull(),
  tokenHash: text().notNull(),
  /** JSON, a list of sections. */
  sections: text().notNull(),
  segmentId: integer(),
  passwordHash: text(),
  expiresAt: integer({ mode: 'timestamp_ms' }),
  openedCount: integer().notNull(),
  lastOpenedAt: integer({ mode: 'timestamp_ms' }),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
