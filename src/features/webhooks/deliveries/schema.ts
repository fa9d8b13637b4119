import { type Static, Type } from '@sinclair/typebox';
import { ALERT_EVENTS, WEBHOOK_EVENTS } from '../../../core/webhook-events.ts';
import { Pagination, pageQuery } from '../../../http/paging.ts';
import { Id, model, nullable, oneOf, Timestamp } from '../../../http/schema.ts';
import type { DeliveryRow } from './store.ts';
import { DELIVERY_STATUSES } from './tables.ts';

/** Source: decisions, section 4, Webhooks. */
export const Delivery = model('Delivery', {
  id: Id,
  event: oneOf([...WEBHOOK_EVENTS, ...ALERT_EVENTS, 'test']),
  status: oneOf(DELIVERY_STATUSES),
  attempts: Type.Integer({ minimum: 0, maximum: 10 }),
  last_status_code: nullable(Type.Integer(), { description: 'null when there was no answer' }),
  last_error: nullable(Type.String()),
  next_attempt_at: nullable(Timestamp),
  created_at: Timestamp,
  delivered_at: nullable(Timestamp),
});

export const ListDeliveries = Type.Object(pageQuery({ maximum: 1000 }));
export const DeliveryList = Type.Object({ deliveries: Type.Array(Delivery), pagination: Pagination });
export const DeliveryAnswer = Type.Object({ delivery: Delivery });

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

export const presentDelivery = (delivery: DeliveryRow): Static<typeof Delivery> => ({
  id: delivery.id,
  event: delivery.event,
  status: delivery.status,
  attempts: delivery.attempts,
  last_status_code: delivery.lastStatusCode,
  last_error: delivery.lastError,
  next_attempt_at: instant(delivery.nextAttemptAt),
  created_at: delivery.createdAt.toISOString(),
  delivered_at: instant(delivery.deliveredAt),
});
