import type { Static } from '@sinclair/typebox';
import type { Delivery as DeliverySchema } from '../../../features/webhooks/deliveries/schema.ts';
import type { Webhook as WebhookSchema } from '../../../features/webhooks/schema.ts';
import * as others from '../../labels/other-pages.ts';
import * as labels from '../../labels/webhooks.tsx';

export type Webhook = Static<typeof WebhookSchema>;
export type Delivery = Static<typeof DeliverySchema>;
export type WebhookEvent = Webhook['events'][number];

/** Events of a webhook with their labels, in display order. */
export const EVENT_OPTIONS: readonly (readonly [event: WebhookEvent, text: string, hint?: string])[] = [
  ['monitor_down', others.siteDown],
  ['monitor_up', others.siteUp],
  ['content_issue', labels.issueFound],
  ['new_kudo', labels.newKudo],
  ['new_event', labels.newEvent],
  ['goal_reached', labels.goalReached],
  ['new_hit', labels.newHit, labels.newHitHint],
  ['new_insight', labels.newInsight],
];

const SHORT_EVENT_LABELS: Readonly<Record<string, string>> = {
  monitor_down: labels.down,
  monitor_up: labels.up,
  content_issue: labels.contentIssues,
  new_kudo: labels.kudos,
  new_event: labels.events,
  goal_reached: labels.goals,
  new_hit: labels.hits,
  new_insight: labels.insights,
  test: labels.test,
};

/** Returns the short label of an event. */
export const shortEventLabel = (event: string): string => SHORT_EVENT_LABELS[event] ?? event;

export const PLATFORM_OPTIONS = [
  ['generic', labels.json],
  ['slack', labels.slack],
  ['discord', labels.discord],
] as const satisfies readonly (readonly [Webhook['platform'], string])[];
