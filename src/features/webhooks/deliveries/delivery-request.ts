/** Builds what is sent: the payload, its form for each platform, and its headers. Source: decisions, section 4, Webhooks. */

import { createHmac } from 'node:crypto';
import type { WebhookRow } from '../store.ts';
import { buildChatBody } from './chat.ts';
import type { Payload } from './payload.ts';
import type { DeliveryRow } from './store.ts';

/** Builds the bytes that are sent and signed. */
export function buildBody(
  webhook: Pick<WebhookRow, 'platform' | 'wrapContent'>,
  payload: Payload,
): Uint8Array {
  const text =
    webhook.platform !== 'generic'
      ? JSON.stringify(buildChatBody(webhook.platform, payload))
      : webhook.wrapContent
        ? JSON.stringify({ content: JSON.stringify(payload) })
        : JSON.stringify(payload);
  return Buffer.from(text);
}

/** Builds the headers of one attempt; the signature is over the body's exact bytes. Source: api-v1, Events, Delivery. */
export const buildHeaders = (attempt: {
  readonly secret: string;
  readonly body: Uint8Array;
  readonly delivery: Pick<DeliveryRow, 'id' | 'event'>;
  readonly now: Date;
}): Record<string, string> => ({
  'content-type': 'application/json; charset=utf-8',
  'x-footfall-event': attempt.delivery.event,
  'x-footfall-delivery': String(attempt.delivery.id),
  'x-footfall-timestamp': String(Math.floor(attempt.now.getTime() / 1000)),
  'x-signature': `sha256=${createHmac('sha256', attempt.secret).update(attempt.body).digest('hex')}`,
});
