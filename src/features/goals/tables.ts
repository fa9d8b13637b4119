import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const goals = sqliteTable('goals', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  name: text().notNull(),
  /** JSON of `GoalCondition`. */
  condition: text().notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
