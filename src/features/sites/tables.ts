import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { LOCATION_DETAILS, SPAM_LEVELS } from '../../core/site.ts';

export const sites = sqliteTable('sites', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** Under which its hits are stored; never shown. */
  storageId: integer().notNull(),
  uid: text().notNull(),
  ownerId: integer().notNull(),
  url: text().notNull(),
  label: text().notNull(),
  displayRootPath: text(),
  active: integer({ mode: 'boolean' }).notNull().default(true),
  isPublic: integer({ mode: 'boolean' }).notNull().default(false),
  allowFromAnyDomain: integer({ mode: 'boolean' }).notNull().default(false),
  uptimeEnabled: integer({ mode: 'boolean' }).notNull().default(false),
  contentMonitoring: integer({ mode: 'boolean' }).notNull().default(false),
  contentMonitoringEmails: integer({ mode: 'boolean' }).notNull().default(false),
  trackUniques: integer({ mode: 'boolean' }).notNull().default(true),
  honourGpc: integer({ mode: 'boolean' }).notNull().default(true),
  honourDnt: integer({ mode: 'boolean' }).notNull().default(false),
  insightsEnabled: integer({ mode: 'boolean' }).notNull().default(true),
  webmentionsEnabled: integer({ mode: 'boolean' }).notNull().default(true),
  spamFilter: text({ enum: SPAM_LEVELS }).notNull().default('basic'),
  locationDetail: text({ enum: LOCATION_DETAILS }).notNull().default('country'),
  ignoreRules: text().notNull().default('{}'),
  spamHosts: text().notNull().default('[]'),
  publicPage: text().notNull().default('{}'),
  capture: text().notNull().default('{}'),
  pageRules: text().notNull().default('[]'),
  retentionDays: integer(),
  /** Null: that of the account. */
  timeZone: text(),
  restrictToSite: integer({ mode: 'boolean' }).notNull().default(false),
  deletedAt: integer({ mode: 'timestamp_ms' }),
  purgedAt: integer({ mode: 'timestamp_ms' }),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
