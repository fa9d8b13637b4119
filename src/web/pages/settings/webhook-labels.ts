import type { Static } from '@sinclair/typebox';
import type { Delivery as DeliverySchema } from '../../../features/webhooks/deliveries/schema.ts';
import type { Webhook as WebhookSchema } from '../../../features/webhooks/schema.ts';

export type Webhook = Static<typeof WebhookSchema>;
export type Delivery = Static<typeof DeliverySchema>;
export type WebhookEvent = Webhook['events'][number];

/** What a webhook can be told, in the order in which it is offered. */
export const EVENT_OPTIONS: readonly (readonly [event: WebhookEvent, text: string, hint?: string])[] = [
  ['monitor_down', 'A site goes down'],
  ['monitor_up', 'A site is up again'],
  ['content_issue', 'A broken link or mixed content is found'],
  ['new_kudo', 'A page gets kudos'],
  ['new_event', 'A visitor does something you count as an event'],
  ['new_hit', 'A page is looked at', 'One message for every hit: for programs, not for chats.'],
  ['new_insight', 'A daily insight is there'],
];

const SHORT_EVENT_LABELS: Readonly<Record<string, string>> = {
  monitor_down: 'down',
  monitor_up: 'up',
  content_issue: 'content issues',
  new_kudo: 'kudos',
  new_event: 'events',
  new_hit: 'hits',
  new_insight: 'insights',
  test: 'test',
};

/** An event in a word or two. */
export const shortEventLabel = (event: string): string => SHORT_EVENT_LABELS[event] ?? event;

export const PLATFORM_OPTIONS = [
  ['generic', 'JSON, for programs'],
  ['slack', 'Slack'],
  ['discord', 'Discord'],
] as const satisfies readonly (readonly [Webhook['platform'], string])[];
