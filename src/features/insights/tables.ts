import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const insights = sqliteTable('insights', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  forDate: text().notNull(),
  windowStart: integer({ mode: 'timestamp_ms' }).notNull(),
  windowEnd: integer({ mode: 'timestamp_ms' }).notNull(),
  summary: text().notNull(),
  trafficPatterns: text().notNull(),
  bestContent: text().notNull(),
  recommendations: text().notNull(),
  /** JSON; null in insights from before they were kept. */
  sentences: text(),
  signals: text().notNull(),
  isRephrased: integer({ mode: 'boolean' }).notNull(),
  generatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});

export const insightTurns = sqliteTable('insight_turns', {
  siteId: integer().primaryKey(),
  lastDate: text().notNull(),
  /** Null while no earlier week was looked at. */
  firstDate: text(),
});
