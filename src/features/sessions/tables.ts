import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const sessions = sqliteTable('sessions', {
  id: integer().primaryKey({ autoIncrement: true }),
  userId: integer().notNull(),
  tokenHash: text().notNull(),
  userAgent: text(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  lastSeenAt: integer({ mode: 'timestamp_ms' }).notNull(),
  expiresAt: integer({ mode: 'timestamp_ms' }).notNull(),
});

export const passwordResets = sqliteTable('password_resets', {
  tokenHash: text().primaryKey(),
  userId: integer().notNull(),
  expiresAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
