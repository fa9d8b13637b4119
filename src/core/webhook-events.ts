/** Events that a webhook can be subscribed to. Source: api-v1, Event types. */
export const WEBHOOK_EVENTS = [
  'monitor_down',
  'monitor_up',
  'new_hit',
  'new_kudo',
  'new_event',
  'goal_reached',
  'new_insight',
  'content_issue',
] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];

/** Events of an alert: they go to notification channels. */
export const ALERT_EVENTS = ['alert_firing', 'alert_resolved'] as const;

/** Event of a delivery. */
export type DeliveryEvent = WebhookEventName | (typeof ALERT_EVENTS)[number] | 'test';

/** A change of an alert, with the fields of its payload. */
export interface AlertEvent {
  readonly event: (typeof ALERT_EVENTS)[number];
  readonly siteId: number;
  /** The alert with its wire names. */
  readonly alert: Readonly<Record<string, unknown>>;
  /** True: of a downtime, which quiet hours may let through. */
  readonly is_downtime: boolean;
  /** The texts of the notification. */
  readonly title: string;
  readonly details: readonly string[];
}

/** A downtime with its wire names. */
export interface DowntimeContent {
  readonly id: number;
  readonly error: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  /** In seconds. */
  readonly duration: number | null;
  readonly duration_in_words: string | null;
  /** What it cost, of one that has ended; absent where that is unknown. */
  readonly impact?: Readonly<Record<string, unknown>>;
}

/** A monitor with its wire names. */
export interface MonitorContent {
  readonly id: number;
  readonly url: string;
  /** Of a monitor that is not of the site's own address. */
  readonly name?: string;
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

/** Kinds of rows that are read for webhooks: reports of engagement for the goals on scroll depths that they reach. */
export const PUBLISHED_KINDS = ['hit', 'event', 'engagement'] as const;
export type PublishedKind = (typeof PUBLISHED_KINDS)[number];

/** Kinds of rows that are published themselves, with their events. */
export const EVENT_NAMES = { hit: 'new_hit', event: 'new_event' } as const;

/** Events for which the rows of a kind are read. */
export const READ_EVENTS: Readonly<Record<PublishedKind, readonly WebhookEventName[]>> = {
  hit: ['new_hit', 'goal_reached'],
  event: ['new_event', 'goal_reached'],
  engagement: ['goal_reached'],
};
