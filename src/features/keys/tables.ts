import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const apiKeys = sqliteTable('api_keys', {
  id: integer().primaryKey({ autoIncrement: true }),
  userId: integer().notNull(),
  name: text().notNull(),
  access: text({ enum: ['full_access', 'read_only'] }).notNull(),
  lookup: text().notNull(),
  salt: text().notNull(),
  hash: text().notNull(),
  lastUsedAt: integer({ mode: 'timestamp_ms' }),
  revokedAt: integer({ mode: 'timestamp_ms' }),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  endsWith: text(),
});

export const rateWindows = sqliteTable('rate_windows', {
  keyId: integer().primaryKey(),
  startedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  used: integer().notNull(),
});
