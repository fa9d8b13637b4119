/** Holds the queues of all webhooks, and schedules when each of them advances. */
import { createDeliveryQueue, type DeliveryQueue, isIdle, unschedule } from './delivery-queue.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Creates a scheduler without queues. `advance` is called for a queue that has been woken. */
export function createQueueScheduler(rateLimiter: RateLimiter, advance: (queue: DeliveryQueue) => void) {
  const queues = new Map<number, DeliveryQueue>();
  let idleListeners: (() => void)[] = [];
  let isRunning = false;

  function notifyIdle(): void {
    if (idleListeners.length === 0 || ![...queues.values()].every(isIdle)) return;
    for (const resolve of idleListeners) resolve();
    idleListeners = [];
  }

  return {
    start(): void {
      isRunning = true;
    },
    /** Stops waking queues. */
    stop(): void {
      isRunning = false;
      for (const queue of queues.values()) unschedule(queue);
    },
    isRunning: (): boolean => isRunning,

    /** Returns the queue of a webhook; creates it when there is none. */
    open(webhookId: number): DeliveryQueue {
      const known = queues.get(webhookId);
      if (known) return known;
      const queue = createDeliveryQueue(webhookId, rateLimiter.open());
      queues.set(webhookId, queue);
      return queue;
    },
    find: (webhookId: number): DeliveryQueue | undefined => queues.get(webhookId),
    list: (): Iterable<DeliveryQueue> => queues.values(),
    remove(webhookId: number): void {
      queues.delete(webhookId);
    },

    /** Advances a queue as soon as the current work is done. */
    wake(queue: DeliveryQueue): void {
      if (!isRunning) return;
      queue.next ??= setImmediate(() => {
        queue.next = undefined;
        advance(queue);
      });
    },
    /** Advances a queue after a delay. */
    wakeIn(queue: DeliveryQueue, delayMs: number): void {
      if (!isRunning || queue.timer) return;
      const dueMs = performance.now() + delayMs;
      queue.timer = setTimeout(() => {
        queue.timer = undefined;
        rateLimiter.recordDelay(performance.now() - dueMs);
        advance(queue);
      }, delayMs);
    },

    /** Resolves the promises of `idle` when all queues are idle. */
    notifyIdle,
    /** Resolves when all queues are idle. */
    idle: (): Promise<void> =>
      new Promise(resolve => {
        idleListeners.push(resolve);
        notifyIdle();
      }),
  };
}

export type QueueScheduler = ReturnType<typeof createQueueScheduler>;
