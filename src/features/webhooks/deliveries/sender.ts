/** Sends the due deliveries of a queue, as many as its concurrency and the rate limiter allow. */
import type { Clock } from '../../../core/clock.ts';
import type { SitesService } from '../../sites/service.ts';
import type { WebhookRow } from '../store.ts';
import type { Attempt } from './attempt.ts';
import { adaptConcurrency, type DeliveryQueue } from './delivery-queue.ts';
import type { QueueScheduler } from './queue-scheduler.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { ResultBatcher } from './result-batcher.ts';
import type { DeliveriesStore, DeliveryRow } from './store.ts';

/** Deliveries that a queue loads from the store at once. */
const REFILL = 100;
/** Pause of a queue that has reached its rate limit. */
const RATE_LIMIT_PAUSE_MS = 10;

export interface SenderDeps {
  readonly store: DeliveriesStore;
  readonly sites: Pick<SitesService, 'find'>;
  readonly attempt: Attempt;
  readonly rateLimiter: RateLimiter;
  readonly scheduler: QueueScheduler;
  readonly results: ResultBatcher;
  readonly clock: Clock;
  /** Aborts attempts when the server stops. */
  readonly signal: AbortSignal;
}

/** Creates the function that sends what is due in the queue of a webhook. */
export function createSender(deps: SenderDeps) {
  const { store, sites, attempt, rateLimiter, scheduler, results, clock, signal } = deps;

  /** Loads due deliveries that are not in flight. */
  function refill(queue: DeliveryQueue): void {
    if (queue.pending.length > 0 || !queue.mayHaveDue) return;
    const due = store.listDue(queue.webhookId, clock.now(), REFILL + queue.inFlight.size);
    queue.mayHaveDue = due.length === REFILL + queue.inFlight.size;
    for (const delivery of due) {
      if (queue.inFlight.has(delivery.id)) continue;
      queue.inFlight.add(delivery.id);
      queue.pending.push(delivery);
    }
  }

  function send(queue: DeliveryQueue, webhook: WebhookRow, delivery: DeliveryRow): void {
    const site = delivery.siteId === null ? undefined : sites.find(delivery.siteId);
    if (delivery.siteId !== null && !site) {
      queue.inFlight.delete(delivery.id);
      store.update(delivery.id, { status: 'failed', nextAttemptAt: null, lastError: 'the site was deleted' });
      return;
    }
    queue.running++;
    attempt({ webhook, delivery, site, signal })
      .then(
        outcome => {
          adaptConcurrency(queue, outcome.error === null);
          results.add({ delivery, outcome, at: clock.now(), isLast: delivery.event === 'test' });
        },
        // The server is stopping: the delivery stays due.
        () => {
          queue.inFlight.delete(delivery.id);
          queue.redeliveries.delete(delivery.id);
        },
      )
      .finally(() => {
        queue.running--;
        scheduler.wake(queue);
        scheduler.notifyIdle();
      });
  }

  return (queue: DeliveryQueue, webhook: WebhookRow): void => {
    refill(queue);
    const countBusy = () => [...scheduler.list()].filter(({ pending }) => pending.length > 0).length;
    while (queue.running < queue.concurrency && queue.pending.length > 0) {
      if (!rateLimiter.take(queue.bucket, countBusy())) {
        scheduler.wakeIn(queue, RATE_LIMIT_PAUSE_MS);
        return;
      }
      const delivery = queue.pending.shift();
      if (delivery) send(queue, webhook, delivery);
    }
  };
}
