import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { NotificationKind } from '../../core/notifications.ts';

/** `mail_report` belongs to the feature mail-reports. */
export type MailKind = NotificationKind | 'mail_report';

export const outbox = sqliteTable('mail_outbox', {
  id: integer().primaryKey({ autoIncrement: true }),
  kind: text().$type<MailKind>().notNull(),
  userId: integer().notNull(),
  siteId: integer(),
  message: text().notNull(),
  status: text({ enum: ['waiting', 'sent', 'failed', 'unwanted'] }).notNull(),
  attempts: integer().notNull().default(0),
  nextAttemptAt: integer({ mode: 'timestamp_ms' }),
  lastError: text(),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  settledAt: integer({ mode: 'timestamp_ms' }),
  /** Of reports only. */
  reportId: integer(),
});

export const unsubscriptions = sqliteTable(
  'mail_unsubscriptions',
  {
    userId: integer().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** Of opt-in kinds. */
export const subscriptions = sqliteTable(
  'mail_subscriptions',
  {
    userId: integer().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.kind] })],
);

export const contentPauses = sqliteTable('content_mail_pauses', {
  siteId: integer().primaryKey(),
  pausedUntil: integer({ mode: 'timestamp_ms' }).notNull(),
});
