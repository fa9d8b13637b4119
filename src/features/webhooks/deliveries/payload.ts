import type { Site } from '../../../core/site.ts';
import type { DeliveryRow } from './store.ts';

/** The site of a payload. */
export interface SiteContent {
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
