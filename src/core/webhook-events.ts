/** Events that a webhook can be subscribed to. Source: api-v1, Event types. */
export const WEBHOOK_EVENTS = [
  'monitor_down',
  'monitor_up',
  'new_hit',
  'new_kudo',
  'new_event',
  'new_insight',
  'content_issue',
] as const;
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number];
