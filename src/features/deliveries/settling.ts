/** Writes down what came of attempts, those of a moment together: a commit costs the disk's time. */
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { WebhookRegistry } from '../webhooks/registry.ts';
import type { WebhookChange, WebhookRow } from '../webhooks/store.ts';
import type { Outcome } from './attempt.ts';
import { nextAttemptAt } from './schedule.ts';
import type { DeliveriesStore, DeliveryRow, SettledDelivery } from './store.ts';

/** Source: decisions, section 4, Webhooks. */
const SWITCHED_OFF_AFTER_MS = 5 * 24 * 60 * 60 * 1000;
const SWITCHED_OFF_REASON = 'every delivery failed for 5 days';

/** An attempt that is over. */
export interface Attempted {
  readonly delivery: DeliveryRow;
  readonly outcome: Outcome;
  readonly at: Date;
  /** True: there is no other attempt, whatever came of this one. */
  readonly isLast: boolean;
  /** True: it was asked for once more meanwhile, and is due again whatever came of this attempt. */
  readonly isAskedAgain?: boolean;
}

export interface SettlingDeps {
  readonly store: DeliveriesStore;
  readonly registry: WebhookRegistry;
  readonly clock: Clock;
  readonly log: Log;
  /** Tells the owner; within the transaction that switches the webhook off. */
  readonly onSwitchedOff: (webhook: WebhookRow, reason: string) => void;
}

const settledOf = ({ delivery, outcome, at, isLast, isAskedAgain }: Attempted): SettledDelivery => {
  const attempts = delivery.attempts + 1;
  const { statusCode: lastStatusCode, error: lastError, retryAfterMs } = outcome;
  const facts = { id: delivery.id, attempts, lastStatusCode, lastError, deliveredAt: null };
  if (isAskedAgain) return { ...facts, attempts: 0, status: 'pending', nextAttemptAt: at };
  if (lastError === null) return { ...facts, status: 'delivered', nextAttemptAt: null, deliveredAt: at };
  const next = isLast ? null : nextAttemptAt(attempts, { now: at, retryAfterMs, random: Math.random() });
  return { ...facts, status: next === null ? 'failed' : 'pending', nextAttemptAt: next };
};

/** What attempts at one webhook make of it, oldest first; undefined when nothing. */
function healthOf(webhook: WebhookRow, attempted: readonly Attempted[]): WebhookChange | undefined {
  let { failingSince } = webhook;
  for (const { outcome, at } of attempted) {
    if (outcome.error === null) failingSince = null;
    else failingSince ??= at;
  }
  const last = attempted.at(-1)?.at.getTime() ?? 0;
  if (webhook.active && failingSince && last - failingSince.getTime() >= SWITCHED_OFF_AFTER_MS) {
    const updatedAt = new Date(last);
    return { failingSince, active: false, disabledReason: SWITCHED_OFF_REASON, updatedAt };
  }
  return failingSince?.getTime() === webhook.failingSince?.getTime() ? undefined : { failingSince };
}

/** Records attempts; rejects nothing, throws what the disk does. */
export function createSettling({ store, registry, log, onSwitchedOff }: SettlingDeps) {
  return (attempted: readonly Attempted[]): void => {
    const changes: (readonly [id: number, change: WebhookChange])[] = [];
    store.together(() => {
      changes.length = 0;
      store.settle(attempted.map(settledOf));
      for (const [id, ofWebhook] of Map.groupBy(attempted, one => one.delivery.webhookId)) {
        const webhook = registry.find(id);
        const change = webhook && healthOf(webhook, ofWebhook);
        if (!change) continue;
        changes.push([id, change]);
        registry.write(id, change);
        if (change.active !== false) continue;
        store.giveUp(id, `the webhook was switched off: ${SWITCHED_OFF_REASON}`);
        onSwitchedOff(webhook, SWITCHED_OFF_REASON);
        log.warn({ webhook: id }, 'a webhook was switched off: every delivery failed for 5 days');
      }
    });
    for (const [id, change] of changes) registry.remember(id, change);
  };
}

export type Settle = ReturnType<typeof createSettling>;
