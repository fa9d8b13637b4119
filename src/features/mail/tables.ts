import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { NotificationKind } from '../../core/notifications.ts';

/** `mail_report` belongs to the feature mail-reports, `status_page` to status-pages. */
export type MailKind = NotificationKind | 'mail_report' | 'status_page';

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
  /** Whom a mail of a status page is for; the user is the owner of the page. */
  subscriberId: integer(),
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
