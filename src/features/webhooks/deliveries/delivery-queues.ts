/**
 * Sends due deliveries. Each webhook has its own queue, so that a slow target delays no other; results are recorded for all
 * queues together.
 */
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { SitesService } from '../../sites/service.ts';
import type { WebhookRegistry } from '../registry.ts';
import type { WebhookRow } from '../store.ts';
import type { Attempt, Outcome } from './attempt.ts';
import {
  adaptConcurrency,
  cancel,
  createDeliveryQueue,
  type DeliveryQueue,
  isIdle,
  release,
} from './delivery-queue.ts';
import type { PublishedKind } from './events.ts';
import type { HitReader } from './hit-reader.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Attempted, RecordResults } from './result-recorder.ts';
import type { DeliveriesStore, DeliveryRow } from './store.ts';

/** Deliveries that a queue loads from the store at once. */
const REFILL = 100;
/** With fewer pending deliveries, the next hits are read. */
const LOW_WATER = 50;
/** Minimum time between two reads of a queue. */
const READ_PAUSE_MS = 100;
/** Pause of a queue that has reached its rate limit. */
const RATE_LIMIT_PAUSE_MS = 10;
/** Minimum time between two recordings of results. */
const RECORD_PAUSE_MS = 250;
/** Pause after results could not be recorded. */
const RECORD_RETRY_MS = 5000;
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
  const { registry, store, sites, isSubscribed, attempt, readHits, recordResults, rateLimiter, clock, log } =
    deps;
  const queues = new Map<number, DeliveryQueue>();
  const stopping = new AbortController();
  let idleListeners: (() => void)[] = [];
  let attempted: Attempted[] = [];
  let recordTimer: NodeJS.Timeout | undefined;
  let recordedAtMs = Number.NEGATIVE_INFINITY;
  let isRunning = false;

  function queueOf(webhookId: number): DeliveryQueue {
    const known = queues.get(webhookId);
    if (known) return known;
    const queue = createDeliveryQueue(webhookId, rateLimiter.open());
    queues.set(webhookId, queue);
    return queue;
  }

  function wake(queue: DeliveryQueue): void {
    if (!isRunning) return;
    queue.next ??= setImmediate(() => {
      queue.next = undefined;
      advance(queue);
    });
  }
  function wakeIn(queue: DeliveryQueue, delayMs: number): void {
    if (!isRunning) return;
    if (queue.timer) return;
    const dueMs = performance.now() + delayMs;
    queue.timer = setTimeout(() => {
      queue.timer = undefined;
      rateLimiter.recordDelay(performance.now() - dueMs);
      advance(queue);
    }, delayMs);
  }

  function notifyIdle(): void {
    if (idleListeners.length === 0 || ![...queues.values()].every(isIdle)) return;
    for (const resolve of idleListeners) resolve();
    idleListeners = [];
  }

  function advance(queue: DeliveryQueue): void {
    try {
      advanceUnguarded(queue);
    } catch (error) {
      log.error({ err: error, webhook: queue.webhookId }, 'deliveries could not be begun: tried again');
      // Every second.
      queue.mayHaveDue = true;
    }
    notifyIdle();
  }

  function advanceUnguarded(queue: DeliveryQueue): void {
    const webhook = registry.find(queue.webhookId);
    if (isRunning && webhook?.active) {
      if (isSubscribed(webhook.ownerId)) sendDue(queue, webhook);
      else release(queue);
      if (queue.pending.length < LOW_WATER && queue.kindsWithNewRows.size > 0) read(queue);
    } else {
      release(queue);
      if (!webhook && queue.inFlight.size === 0) queues.delete(queue.webhookId);
    }
  }

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

  function sendDue(queue: DeliveryQueue, webhook: WebhookRow): void {
    refill(queue);
    const busyQueues = () => [...queues.values()].filter(({ pending }) => pending.length > 0).length;
    while (queue.running < queue.concurrency && queue.pending.length > 0) {
      if (!rateLimiter.take(queue.bucket, busyQueues())) {
        wakeIn(queue, RATE_LIMIT_PAUSE_MS);
        return;
      }
      const delivery = queue.pending.shift();
      if (delivery) send(queue, webhook, delivery);
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
    attempt({ webhook, delivery, site, signal: stopping.signal })
      .then(
        outcome => finish(queue, delivery, outcome),
        // The server is stopping: the delivery stays due.
        () => {
          queue.inFlight.delete(delivery.id);
          queue.redeliveries.delete(delivery.id);
        },
      )
      .finally(() => {
        queue.running--;
        wake(queue);
        notifyIdle();
      });
  }

  function finish(queue: DeliveryQueue, delivery: DeliveryRow, outcome: Outcome): void {
    adaptConcurrency(queue, outcome.error === null);
    attempted.push({ delivery, outcome, at: clock.now(), isLast: false });
    recordTimer ??= setTimeout(recordAll, Math.max(0, recordedAtMs + RECORD_PAUSE_MS - performance.now()));
  }

  function recordAll(): void {
    recordTimer = undefined;
    recordedAtMs = performance.now();
    const batch = attempted.map(one => ({
      ...one,
      isRedelivery: queues.get(one.delivery.webhookId)?.redeliveries.has(one.delivery.id) === true,
    }));
    try {
      recordResults(batch);
    } catch (error) {
      log.error({ err: error, deliveries: batch.length }, 'deliveries could not be written down');
      recordTimer = setTimeout(recordAll, RECORD_RETRY_MS);
      return;
    }
    attempted = [];
    for (const [webhookId, own] of Map.groupBy(batch, ({ delivery }) => delivery.webhookId))
      settled(queueOf(webhookId), own);
    notifyIdle();
  }

  function settled(queue: DeliveryQueue, own: readonly Attempted[]): void {
    for (const { delivery } of own) {
      queue.inFlight.delete(delivery.id);
      queue.redeliveries.delete(delivery.id);
    }
    queue.mayHaveDue = true;
    wake(queue);
    try {
      trimLog(queue, own);
    } catch (error) {
      log.error({ err: error, webhook: queue.webhookId }, 'the log of deliveries could not be trimmed');
    }
  }

  function trimLog(queue: DeliveryQueue, own: readonly Attempted[]): void {
    // The target works again: retry the backlog now, since newer deliveries wait behind it.
    if (queue.isFull && own.some(({ outcome }) => outcome.error === null)) {
      queue.isFull = false;
      store.retryNow(queue.webhookId, clock.now());
    }
    queue.finished += own.length;
    if (queue.finished >= TRIM_AFTER) {
      queue.finished = 0;
      store.trim(queue.webhookId, KEPT_DELIVERIES);
    }
  }

  function read(queue: DeliveryQueue): void {
    if (queue.isReading) return;
    const pauseMs = queue.readAtMs + READ_PAUSE_MS - performance.now();
    if (pauseMs > 0) {
      wakeIn(queue, pauseMs);
      return;
    }
    queue.isReading = true;
    void readNewRows(queue).finally(() => {
      queue.isReading = false;
      queue.readAtMs = performance.now();
      for (const resolve of queue.onRead.splice(0)) resolve();
      notifyIdle();
    });
  }

  async function readNewRows(queue: DeliveryQueue): Promise<void> {
    let isHeld = false;
    for (const kind of [...queue.kindsWithNewRows]) {
      queue.kindsWithNewRows.delete(kind);
      try {
        const outcome = await readHits(queue.webhookId, kind);
        if (outcome !== 'done') queue.kindsWithNewRows.add(kind);
        isHeld ||= outcome === 'full';
      } catch (error) {
        queue.kindsWithNewRows.add(kind);
        isHeld = true;
        log.warn(
          { err: error, webhook: queue.webhookId },
          'hits could not be read for a webhook: tried again',
        );
      }
    }
    queue.mayHaveDue = true;
    queue.isFull = isHeld;
    // A queue that is held back is tried again after a delivery, and every second.
    if (!isHeld) wake(queue);
  }

  const idle = (): Promise<void> =>
    new Promise(resolve => {
      idleListeners.push(resolve);
      notifyIdle();
    });

  return {
    start(): void {
      isRunning = true;
    },
    /** Notes that there may be new rows of a kind for a webhook. */
    noteNewRows(webhookId: number, kind: PublishedKind): void {
      const queue = queueOf(webhookId);
      queue.kindsWithNewRows.add(kind);
      if (!queue.isReading && queue.pending.length < LOW_WATER) wake(queue);
    },
    /** Notes that a delivery is due. */
    noteDue(webhookId: number): void {
      const queue = queueOf(webhookId);
      queue.mayHaveDue = true;
      wake(queue);
    },
    /** Starts retries that are due and reads that were held back. */
    tick(): void {
      for (const id of store.listWebhooksDue(clock.now())) queueOf(id).mayHaveDue = true;
      for (const queue of queues.values())
        if (queue.mayHaveDue || queue.kindsWithNewRows.size > 0) wake(queue);
    },
    /** Resolves when rows stored so far have become deliveries, or after half a second. */
    async caughtUp(webhookId: number): Promise<void> {
      const queue = queues.get(webhookId);
      if (!isRunning || !queue || queue.isFull || (queue.kindsWithNewRows.size === 0 && !queue.isReading))
        return;
      const read = Promise.withResolvers<void>();
      queue.onRead.push(read.resolve);
      const timeout = setTimeout(read.resolve, CATCH_UP_MS);
      await read.promise;
      clearTimeout(timeout);
    },
    /**
     * Requests that an in-flight delivery is sent again after the current attempt; one that has not started is just sent.
     * Returns false when it is not in flight. It stays pending in the store, so that a crash does not lose the request.
     */
    requestRedelivery({ id, webhookId }: DeliveryRow): boolean {
      const queue = queues.get(webhookId);
      if (!queue?.inFlight.has(id)) return false;
      if (!queue.pending.some(waiting => waiting.id === id)) queue.redeliveries.add(id);
      return true;
    },
    /** Resolves when nothing is in flight and all retries wait for their time. */
    idle,
    /** Stops: starts nothing more, waits a few seconds for answers, and leaves the rest due. */
    async stop(): Promise<void> {
      isRunning = false;
      for (const queue of queues.values()) {
        cancel(queue);
        release(queue);
      }
      const deadline = setTimeout(
        () => stopping.abort(new Error('the server is stopping')),
        STOP_DEADLINE_MS,
      );
      await Promise.race([
        idle(),
        new Promise(resolve => stopping.signal.addEventListener('abort', resolve)),
      ]);
      clearTimeout(deadline);
      if (recordTimer) clearTimeout(recordTimer);
      if (attempted.length > 0) recordAll();
      if (recordTimer) clearTimeout(recordTimer);
    },
  };
}
