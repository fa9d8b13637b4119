import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ALERT_KINDS, type Thresholds } from '../../core/alerts.ts';
import type { FiringFacts } from './firing-facts.ts';

/** `learning`: there is not enough history yet. */
export const ALERT_STATES = ['ok', 'firing', 'learning'] as const;

const instant = () => integer({ mode: 'timestamp_ms' });

export const alerts = sqliteTable('alerts', {
  id: integer().primaryKey({ autoIncrement: true }),
  siteId: integer().notNull(),
  kind: text({ enum: ALERT_KINDS }).notNull(),
  goalId: integer(),
  name: text(),
  thresholds: text({ mode: 'json' }).$type<Thresholds>().notNull(),
  channelIds: text({ mode: 'json' }).$type<readonly number[]>(),
  mutedUntil: instant(),
  state: text({ enum: ALERT_STATES }).notNull(),
  since: instant().notNull(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
});

export const alertFirings = sqliteTable('alert_firings', {
  id: integer().primaryKey({ autoIncrement: true }),
  alertId: integer().notNull(),
  startedAt: instant().notNull(),
  endedAt: instant(),
  facts: text({ mode: 'json' }).$type<FiringFacts>().notNull(),
  isSent: integer({ mode: 'boolean' }).notNull(),
});

export const alertChecks = sqliteTable('alert_checks', {
  id: integer().primaryKey(),
  checkedAt: instant().notNull(),
});

export const alertGaps = sqliteTable('alert_gaps', {
  startedAt: instant().primaryKey(),
  endedAt: instant().notNull(),
});
