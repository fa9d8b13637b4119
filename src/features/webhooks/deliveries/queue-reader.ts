/** Reads new hits and events into a queue, with pauses so that one read handles many rows. */
import type { Log } from '../../../core/log.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { HitReader } from './hit-reader.ts';
import type { QueueScheduler } from './queue-scheduler.ts';

/** Minimum time between two reads of a queue. */
const READ_PAUSE_MS = 100;

export interface QueueReaderDeps {
  readonly readHits: HitReader;
  readonly scheduler: QueueScheduler;
  readonly log: Log;
}

/** Creates the function that starts a read of a queue, unless one is running. */
export function createQueueReader({ readHits, scheduler, log }: QueueReaderDeps) {
  async function readNewRows(queue: DeliveryQueue): Promise<void> {
    let isHeldBack = false;
    for (const kind of [...queue.kindsWithNewRows]) {
      queue.kindsWithNewRows.delete(kind);
      try {
        const outcome = await readHits(queue.webhookId, kind);
        if (outcome !== 'done') queue.kindsWithNewRows.add(kind);
        isHeldBack ||= outcome === 'full';
      } catch (error) {
        queue.kindsWithNewRows.add(kind);
        isHeldBack = true;
        log.warn(
          { err: error, webhook: queue.webhookId },
          'hits could not be read for a webhook: tried again',
        );
      }
    }
    queue.mayHaveDue = true;
    queue.isFull = isHeldBack;
    // A queue that is held back is tried again after a delivery, and every second.
    if (!isHeldBack) scheduler.wake(queue);
  }

  return (queue: DeliveryQueue): void => {
    if (queue.isReading) return;
    const pauseMs = queue.readAtMs + READ_PAUSE_MS - performance.now();
    if (pauseMs > 0) {
      scheduler.wakeIn(queue, pauseMs);
      return;
    }
    queue.isReading = true;
    void readNewRows(queue).finally(() => {
      queue.isReading = false;
      queue.readAtMs = performance.now();
      for (const resolve of queue.onRead.splice(0)) resolve();
      scheduler.notifyIdle();
    });
  };
}
