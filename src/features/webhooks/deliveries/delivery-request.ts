/** Builds what is sent: the payload, its form for each platform, and its headers. Source: decisions, section 4, Webhooks. */

import { createHmac } from 'node:crypto';
import type { Site } from '../../../core/site.ts';
import type { WebhookRow } from '../store.ts';
import { buildChatBody } from './chat.ts';
import type { DeliveryRow } from './store.ts';

/** The site of a payload. */
interface SiteContent {
  readonly id: number;
  readonly uid: string;
  readonly url: string;
  readonly label: string;
  /** The label again. */
  readonly name: string;
  readonly dashboard_url: string;
}

/** A payload; the subject of the event is a property of its own name. */
export interface Payload {
  readonly event: DeliveryRow['event'];
  readonly delivery_id: number;
  readonly timestamp: string;
  readonly site: SiteContent | null;
  readonly [thing: string]: unknown;
}

/** Builds the payload of a delivery. `site` is null only for a test of an account without sites. */
export const buildPayload = (delivery: DeliveryRow, site: Site | undefined, baseUrl: string): Payload => ({
  event: delivery.event,
  delivery_id: delivery.id,
  timestamp: delivery.occurredAt.toISOString(),
  site: site
    ? {
        id: site.id,
        uid: site.uid,
        url: site.url,
        label: site.label,
        name: site.label,
        dashboard_url: `${baseUrl}/sites/${site.id}`,
      }
    : null,
  ...(JSON.parse(delivery.content) as Record<string, unknown>),
});

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
