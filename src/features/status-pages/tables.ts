import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Language } from '../../core/languages.ts';
import { INCIDENT_STATUSES } from '../../core/status-pages.ts';

const instant = () => integer({ mode: 'timestamp_ms' });

export const statusPages = sqliteTable('status_pages', {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: integer().notNull(),
  /** Of a site, or of a group. */
  siteId: integer(),
  groupId: integer(),
  slug: text().notNull(),
  title: text().notNull(),
  description: text().notNull(),
  isEnabled: integer({ mode: 'boolean' }).notNull(),
  isNoindex: integer({ mode: 'boolean' }).notNull(),
  showsImpact: integer({ mode: 'boolean' }).notNull(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
});

export const statusPageMonitors = sqliteTable(
  'status_page_monitors',
  {
    pageId: integer().notNull(),
    monitorId: integer().notNull(),
    name: text().notNull(),
    showsHost: integer({ mode: 'boolean' }).notNull(),
    position: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.pageId, table.monitorId] })],
);

export const statusIncidents = sqliteTable('status_incidents', {
  id: integer().primaryKey({ autoIncrement: true }),
  pageId: integer().notNull(),
  title: text().notNull(),
  status: text({ enum: INCIDENT_STATUSES }).notNull(),
  monitorIds: text({ mode: 'json' }).$type<readonly number[]>().notNull(),
  startedAt: instant().notNull(),
  /** Null while it is open. */
  resolvedAt: instant(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
});

export const statusNotes = sqliteTable('status_notes', {
  id: integer().primaryKey({ autoIncrement: true }),
  pageId: integer().notNull(),
  /** Of an incident, or of a downtime. */
  incidentId: integer(),
  downtimeId: integer(),
  /** Status of the incident from then on. */
  status: text({ enum: INCIDENT_STATUSES }),
  text: text().notNull(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
});

export const statusSubscribers = sqliteTable('status_subscribers', {
  id: integer().primaryKey({ autoIncrement: true }),
  pageId: integer().notNull(),
  email: text().notNull(),
  language: text().$type<Language>().notNull(),
  createdAt: instant().notNull(),
});
