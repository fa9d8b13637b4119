/** Records the results of attempts in batches: each commit waits for the disk. */
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { WebhookRegistry } from '../registry.ts';
import type { WebhookChange, WebhookRow } from '../store.ts';
import type { Outcome } from './attempt.ts';
import { nextAttemptAt, SWITCHED_OFF_AFTER_MS } from './retry-schedule.ts';
import type { DeliveriesStore, DeliveryResult, DeliveryRow } from './store.ts';

const SWITCHED_OFF_REASON = 'every delivery failed for 5 days';

/** A finished attempt. */
export interface Attempted {
  readonly delivery: DeliveryRow;
  readonly outcome: Outcome;
  readonly at: Date;
  /** True: it is not retried, whatever the outcome. */
  readonly isLast: boolean;
  /** True: a redelivery was requested during the attempt, and it is due again whatever the outcome. */
  readonly isRedelivery?: boolean;
}

export interface ResultRecorderDeps {
  readonly store: DeliveriesStore;
  readonly registry: WebhookRegistry;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns when a delivery may be sent: the given time, or the end of quiet hours. */
  readonly postpone: (webhook: WebhookRow, delivery: Pick<DeliveryRow, 'content'>, at: Date) => Date;
  /** Notifies the owner; called within the transaction that switches the webhook off. */
  readonly onSwitchedOff: (webhook: WebhookRow, reason: string) => void;
}

const toResult = (
  { delivery, outcome, at, isLast, isRedelivery }: Attempted,
  postpone: (at: Date) => Date,
): DeliveryResult => {
  const attempts = delivery.attempts + 1;
  const { statusCode: lastStatusCode, error: lastError, retryAfterMs } = outcome;
  const facts = { id: delivery.id, attempts, lastStatusCode, lastError, deliveredAt: null };
  if (isRedelivery) return { ...facts, attempts: 0, status: 'pending', nextAttemptAt: at };
  if (lastError === null) return { ...facts, status: 'delivered', nextAttemptAt: null, deliveredAt: at };
  const next =
    isLast || outcome.isFinal
      ? null
      : nextAttemptAt(attempts, { now: at, retryAfterMs, random: Math.random() });
  return { ...facts, status: next === null ? 'failed' : 'pending', nextAttemptAt: next && postpone(next) };
};

/** Returns the change of a webhook's health after attempts, oldest first; undefined for none. */
function healthChange(webhook: WebhookRow, attempted: readonly Attempted[]): WebhookChange | undefined {
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

/** Creates the recorder. It throws when the disk does. */
export function createResultRecorder({ store, registry, log, postpone, onSwitchedOff }: ResultRecorderDeps) {
  const toRecordedResult = (one: Attempted): DeliveryResult =>
    toResult(one, at => {
      const webhook = registry.find(one.delivery.webhookId);
      return webhook ? postpone(webhook, one.delivery, at) : at;
    });

  return (attempted: readonly Attempted[]): void => {
    const changes: (readonly [id: number, change: WebhookChange])[] = [];
    store.transaction(() => {
      changes.length = 0;
      store.recordResults(attempted.map(toRecordedResult));
      for (const [id, ofWebhook] of Map.groupBy(attempted, one => one.delivery.webhookId)) {
        const webhook = registry.find(id);
        const change = webhook && healthChange(webhook, ofWebhook);
        if (!change) continue;
        changes.push([id, change]);
        registry.writeUncached(id, change);
        if (change.active !== false) continue;
        store.abandon(id, `the webhook was switched off: ${SWITCHED_OFF_REASON}`);
        onSwitchedOff(webhook, SWITCHED_OFF_REASON);
        log.warn({ webhook: id }, 'a webhook was switched off: every delivery failed for 5 days');
      }
    });
    for (const [id, change] of changes) registry.updateCache(id, change);
  };
}

export type RecordResults = ReturnType<typeof createResultRecorder>;
