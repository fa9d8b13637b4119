import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** How a group's sites are drawn. Source: api-v1, Group. */
export const CHART_VIEWS = ['separate', 'combined'] as const;

export const groups = sqliteTable('site_groups', {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: integer().notNull(),
  name: text().notNull(),
  description: text().notNull(),
  icon: text(),
  accentColor: text().notNull(),
  pinned: integer({ mode: 'boolean' }).notNull(),
  defaultChartView: text({ enum: CHART_VIEWS }).notNull(),
  position: integer().notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});

export const groupMembers = sqliteTable(
  'site_group_members',
  {
    groupId: integer().notNull(),
    siteId: integer().notNull(),
    /** Place of the site in its group, from 0. */
    position: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.groupId, table.siteId] })],
);
