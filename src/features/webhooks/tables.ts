import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { WebhookEventName } from '../../core/webhook-events.ts';
import type { ChannelSettings } from './notification-channels/settings.ts';

/** Forms in which deliveries are sent. Source: decisions, section 4, Webhooks. */
export const PLATFORMS = ['generic', 'slack', 'discord'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const webhooks = sqliteTable('webhooks', {
  id: integer().primaryKey({ autoIncrement: true }),
  ownerId: integer().notNull(),
  siteId: integer(),
  url: text().notNull(),
  events: text({ mode: 'json' }).$type<readonly WebhookEventName[]>().notNull(),
  platform: text({ enum: PLATFORMS }).notNull(),
  wrapContent: integer({ mode: 'boolean' }).notNull(),
  active: integer({ mode: 'boolean' }).notNull(),
  disabledReason: text(),
  secret: text().notNull(),
  /** Of a notification channel; null for a webhook. */
  channel: text({ mode: 'json' }).$type<ChannelSettings>(),
  hitCursor: integer().notNull(),
  eventCursor: integer().notNull(),
  engagementCursor: integer().notNull(),
  failingSince: integer({ mode: 'timestamp_ms' }),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  updatedAt: integer({ mode: 'timestamp_ms' }).notNull(),
});
