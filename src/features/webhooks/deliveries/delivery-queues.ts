/**
 * Sends due deliveries. Each webhook has its own queue, so that a slow target delays no other; results are recorded for all
 * queues together.
 */
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { PublishedKind } from '../../../core/webhook-events.ts';
import type { SitesService } from '../../sites/service.ts';
import type { WebhookRegistry } from '../registry.ts';
import type { Attempt } from './attempt.ts';
import { awaitRead, type DeliveryQueue, release, requestRedelivery } from './delivery-queue.ts';
import type { HitReader } from './hit-reader.ts';
import { createQueueReader } from './queue-reader.ts';
import { createQueueScheduler } from './queue-scheduler.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createResultBatcher } from './result-batcher.ts';
import type { Attempted, RecordResults } from './result-recorder.ts';
import { createSender } from './sender.ts';
import type { DeliveriesStore, DeliveryRow } from './store.ts';

/** With fewer pending deliveries, the next hits are read. */
const LOW_WATER = 50;
/** Finished deliveries of a queue after which its log is trimmed, and how many are kept. */
const TRIM_AFTER = 200;
const KEPT_DELIVERIES = 1000;
/** How long a list of deliveries waits for the newest. */
const CATCH_UP_MS = 500;
/** How long a stopping server waits for answers. */
const STOP_DEADLINE_MS = 3000;

export interface DeliveryQueuesDeps {
  readonly registry: WebhookRegistry;
  readonly store: DeliveriesStore;
  readonly sites: Pick<SitesService, 'find'>;
  readonly isSubscribed: (ownerId: number) => boolean;
  readonly attempt: Attempt;
  readonly readHits: HitReader;
  readonly recordResults: RecordResults;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly log: Log;
}

/** Creates the queues of all webhooks. Nothing is sent before `start`. */
export function createDeliveryQueues(deps: DeliveryQueuesDeps) {
  const { registry, store, isSubscribed, rateLimiter, clock, log } = deps;
  const stopping = new AbortController();
  const scheduler = createQueueScheduler(rateLimiter, advance);
  const results = createResultBatcher({
    ...deps,
    isRedelivery: ({ delivery }) =>
      scheduler.find(delivery.webhookId)?.redeliveries.has(delivery.id) === true,
    onRecorded,
  });
  const sendDue = createSender({ ...deps, scheduler, results, signal: stopping.signal });
  const read = createQueueReader({ ...deps, scheduler });

  function advance(queue: DeliveryQueue): void {
    try {
      advanceUnguarded(queue);
    } catch (error) {
      log.error({ err: error, webhook: queue.webhookId }, 'deliveries could not be begun: tried again');
      // At the next tick.
      queue.mayHaveDue = true;
    }
    scheduler.notifyIdle();
  }

  function advanceUnguarded(queue: DeliveryQueue): void {
    const webhook = registry.find(queue.webhookId);
    if (scheduler.isRunning() && webhook?.active) {
      if (isSubscribed(webhook.ownerId)) sendDue(queue, webhook);
      else release(queue);
      if (queue.pending.length < LOW_WATER && queue.kindsWithNewRows.size > 0) read(queue);
    } else {
      release(queue);
      if (!webhook && queue.inFlight.size === 0) scheduler.remove(queue.webhookId);
    }
  }

  function onRecorded(webhookId: number, attempted: readonly Attempted[]): void {
    const queue = scheduler.open(webhookId);
    for (const { delivery } of attempted) {
      queue.inFlight.delete(delivery.id);
      queue.redeliveries.delete(delivery.id);
    }
    queue.mayHaveDue = true;
    scheduler.wake(queue);
    try {
      trimLog(queue, attempted);
    } catch (error) {
      log.error({ err: error, webhook: webhookId }, 'the log of deliveries could not be trimmed');
    }
    scheduler.notifyIdle();
  }

  function trimLog(queue: DeliveryQueue, attempted: readonly Attempted[]): void {
    // The target works again: retry the backlog now, since newer deliveries wait behind it.
    if (queue.isFull && attempted.some(({ outcome }) => outcome.error === null)) {
      queue.isFull = false;
      store.retryNow(queue.webhookId, clock.now());
    }
    queue.finished += attempted.length;
    if (queue.finished < TRIM_AFTER) return;
    queue.finished = 0;
    store.trim(queue.webhookId, KEPT_DELIVERIES);
  }

  return {
    start: scheduler.start,
    /** Notes that there may be new rows of a kind for a webhook. */
    noteNewRows(webhookId: number, kind: PublishedKind): void {
      const queue = scheduler.open(webhookId);
      queue.kindsWithNewRows.add(kind);
      if (!queue.isReading && queue.pending.length < LOW_WATER) scheduler.wake(queue);
    },
    /** Notes that a delivery is due. */
    noteDue(webhookId: number): void {
      const queue = scheduler.open(webhookId);
      queue.mayHaveDue = true;
      scheduler.wake(queue);
    },
    /** Starts retries that are due and reads that were held back. */
    tick(): void {
      for (const id of store.listWebhooksDue(clock.now())) scheduler.open(id).mayHaveDue = true;
      for (const queue of scheduler.list())
        if (queue.mayHaveDue || queue.kindsWithNewRows.size > 0) scheduler.wake(queue);
    },
    /** Resolves when rows stored so far have become deliveries, or after half a second. */
    async caughtUp(webhookId: number): Promise<void> {
      const queue = scheduler.find(webhookId);
      if (scheduler.isRunning() && queue) await awaitRead(queue, CATCH_UP_MS);
    },
    /**
     * Requests that an in-flight delivery is sent again after the current attempt; one that has not started is just sent.
     * Returns false when it is not in flight. It stays pending in the store, so that a crash does not lose the request.
     */
    requestRedelivery({ id, webhookId }: DeliveryRow): boolean {
      const queue = scheduler.find(webhookId);
      return queue !== undefined && requestRedelivery(queue, id);
    },
    /** Resolves when nothing is in flight and all retries wait for their time. */
    idle: scheduler.idle,
    /** Stops: starts nothing more, waits a few seconds for answers, and leaves the rest due. */
    async stop(): Promise<void> {
      scheduler.stop();
      for (const queue of scheduler.list()) release(queue);
      const deadline = setTimeout(
        () => stopping.abort(new Error('the server is stopping')),
        STOP_DEADLINE_MS,
      );
      const aborted = new Promise(resolve => stopping.signal.addEventListener('abort', resolve));
      await Promise.race([scheduler.idle(), aborted]);
      clearTimeout(deadline);
      results.stop();
    },
  };
}
