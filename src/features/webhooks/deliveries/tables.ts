import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { DeliveryEvent } from '../../../core/webhook-events.ts';

/** Source: decisions, section 4, Webhooks. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export const webhookDeliveries = sqliteTable('webhook_deliveries', {
  id: integer().primaryKey({ autoIncrement: true }),
  webhookId: integer().notNull(),
  siteId: integer(),
  event: text().$type<DeliveryEvent>().notNull(),
  content: text().notNull(),
  occurredAt: integer({ mode: 'timestamp_ms' }).notNull(),
  status: text({ enum: DELIVERY_STATUSES }).notNull(),
  attempts: integer().notNull(),
  lastStatusCode: integer(),
  lastError: text(),
  nextAttemptAt: integer({ mode: 'timestamp_ms' }),
  createdAt: integer({ mode: 'timestamp_ms' }).notNull(),
  deliveredAt: integer({ mode: 'timestamp_ms' }),
});
