import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Days of sites that were exported at night. */
export const exportedDays = sqliteTable('exported_days', {
  siteId: integer().primaryKey(),
  firstDay: text().notNull(),
  lastDay: text().notNull(),
});

/** Days whose rows changed after they may have been exported. */
export const changedDays = sqliteTable('changed_days', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  firstDay: text().notNull(),
  lastDay: text().notNull(),
});

/** The last weekly backup: one row, or none. */
export const exportedBackup = sqliteTable('exported_backup', {
  id: integer().primaryKey(),
  day: text().notNull(),
});
