import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Interval of a report. */
export const EVERY = ['week', 'month'] as const;
export type Every = (typeof EVERY)[number];

export const mailReports = sqliteTable('mail_reports', {
  id: integer().primaryKey({ autoIncrement: true }),
  userId: integer().notNull(),
  /** Null for a report on a group. */
  siteId: integer(),
  /** Null for a report on a site. */
  groupId: integer(),
  every: text({ enum: EVERY }).notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  lastSentAt: integer({ mode: 'timestamp_ms' }),
  lastDate: text(),
});
