/** Events of webhooks. Source: api-v1, Events; decisions, section 4, Webhooks. */
import type { WebhookEventName } from '../../../core/webhook-events.ts';

/** Event of a delivery. */
export type DeliveryEvent = WebhookEventName | 'test';

/** A downtime with its wire names. */
export interface DowntimeContent {
  readonly id: number;
  readonly error: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  /** In seconds. */
  readonly duration: number | null;
  readonly duration_in_words: string | null;
}

/** A monitor with its wire names. */
export interface MonitorContent {
  readonly id: number;
  readonly url: string;
  readonly is_down: boolean;
  readonly last_status_code: number | null;
  readonly last_error_message: string | null;
}

/** A broken link or mixed content with its wire names. */
export interface CheckContent {
  readonly id: number;
  readonly url: string;
  readonly found_on_url: readonly string[];
  readonly issue_type: string;
  readonly status_code: number | null;
  readonly error_message: string | null;
  readonly checked_at: string | null;
}

/** A kudo with its wire names. */
export interface KudoContent {
  readonly id: number;
  readonly uid: string;
  readonly path: string;
  readonly created_at: string;
}

/** An event on a site with the fields of its payload. Hits and events are not among them: they are read from their store. */
export type WebhookEvent = { readonly siteId: number } & (
  | {
      readonly event: 'monitor_down' | 'monitor_up';
      readonly downtime: DowntimeContent;
      readonly monitor: MonitorContent;
    }
  | { readonly event: 'content_issue'; readonly check: CheckContent }
  | { readonly event: 'new_kudo'; readonly kudo: KudoContent }
  | { readonly event: 'new_insight'; readonly insight: Readonly<Record<string, unknown>> }
);

/** Kinds of rows that are published, with their events. */
export const EVENT_NAMES = { hit: 'new_hit', event: 'new_event' } as const;
export type PublishedKind = keyof typeof EVENT_NAMES;
