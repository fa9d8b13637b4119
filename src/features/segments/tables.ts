import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const segments = sqliteTable('segments', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  /** Whose alone it is; null for one of everybody who reads the site. */
  userId: integer(),
  name: text().notNull(),
  /** JSON of `FilterValues`. */
  filters: text().notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
