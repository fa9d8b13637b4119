import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { TEAM_ROLES } from '../../core/access.ts';
import { PLANS } from '../../core/plans.ts';
import { THEMES } from '../../core/user.ts';

export const users = sqliteTable('users', {
  id: integer().primaryKey({ autoIncrement: true }),
  email: text().notNull(),
  name: text().notNull(),
  plan: text({ enum: PLANS }).notNull(),
  trialEndsAt: integer({ mode: 'timestamp_ms' }),
  timeZone: text().notNull(),
  weekStart: text({ enum: ['monday', 'sunday'] }).notNull(),
  passwordHash: text().notNull(),
  theme: text({ enum: THEMES }).notNull(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});

export const memberships = sqliteTable(
  'memberships',
  {
    ownerId: integer().notNull(),
    memberId: integer().notNull(),
    role: text({ enum: TEAM_ROLES }).notNull(),
    /** JSON, a list: of these sites alone; null for all. */
    siteIds: text(),
    /** JSON, a list: what a viewer may read of those; null for everything. */
    sections: text(),
    createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  table => [primaryKey({ columns: [table.ownerId, table.memberId] })],
);
