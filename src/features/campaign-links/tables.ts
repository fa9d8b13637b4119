import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const campaignLinks = sqliteTable('campaign_links', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  name: text(),
  /** Of the page, without the values below. */
  url: text().notNull(),
  source: text().notNull(),
  medium: text(),
  campaign: text(),
  term: text(),
  content: text(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
  /** Of the import that added it. */
  importKey: text(),
});
