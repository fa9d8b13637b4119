import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const deployHooks = sqliteTable('deploy_hooks', {
  siteId: integer().primaryKey(),
  tokenHash: text().notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  lastUsedAt: integer({ mode: 'timestamp_ms' }),
});
