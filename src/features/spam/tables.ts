import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The operator's list of spam hosts as it was last fetched: one row, or none. */
export const spamList = sqliteTable('spam_list', {
  id: integer().primaryKey(),
  source: text().notNull(),
  hosts: text().notNull(),
  fetchedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
