import { integer, sqliteTable } from 'drizzle-orm/sqlite-core';

/** The last backup that `footfall backup` has finished: one row, or none. */
export const lastBackup = sqliteTable('last_backup', {
  id: integer().primaryKey(),
  finishedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
