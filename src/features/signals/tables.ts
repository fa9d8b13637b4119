import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Categories of signals. Source: api-v1, Owner context signal. */
export const SIGNAL_CATEGORIES = [
  'newsletter',
  'social',
  'launch',
  'maintenance',
  'content',
  'podcast',
  'other',
] as const;
export type SignalCategory = (typeof SIGNAL_CATEGORIES)[number];

export const signals = sqliteTable('signals', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  externalId: text(),
  occurredAt: integer({ mode: 'timestamp_ms' }).notNull(),
  title: text().notNull(),
  description: text(),
  category: text({ enum: SIGNAL_CATEGORIES }).notNull(),
  metadata: text(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  /** Of the import that added it. */
  importKey: text(),
});
