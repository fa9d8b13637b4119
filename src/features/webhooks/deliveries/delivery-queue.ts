/** The in-memory queue of one webhook: deliveries to send next, and deliveries in flight. */
import type { PublishedKind } from '../../../core/webhook-events.ts';
import type { TokenBucket } from './rate-limiter.ts';
import type { DeliveryRow } from './store.ts';

/** Concurrent deliveries of a webhook: more for a target that answers, fewer for one that fails. */
const MIN_CONCURRENCY = 2;
const INITIAL_CONCURRENCY = 4;
const MAX_CONCURRENCY = 16;

export interface DeliveryQueue {
  readonly webhookId: number;
  readonly bucket: TokenBucket;
  /** Kinds with rows that are not read yet. */
  readonly kindsWithNewRows: Set<PublishedKind>;
  /** Deliveries in `pending`, being sent, or finished and not recorded yet. */
  readonly inFlight: Set<number>;
  /** In-flight ones for which a redelivery was requested. */
  readonly redeliveries: Set<number>;
  readonly pending: DeliveryRow[];
  /** True: the store may have due deliveries that are not in flight. */
  mayHaveDue: boolean;
  /** True: too many wait for a retry, so that no new ones are created. */
  isFull: boolean;
  isReading: boolean;
  readAtMs: number;
  /** Called when a read has finished. */
  onRead: (() => void)[];
  running: number;
  concurrency: number;
  /** Deliveries finished since the log was trimmed. */
  finished: number;
  next: NodeJS.Immediate | undefined;
  timer: NodeJS.Timeout | undefined;
}

export const createDeliveryQueue = (webhookId: number, bucket: TokenBucket): DeliveryQueue => ({
  webhookId,
  bucket,
  kindsWithNewRows: new Set(),
  inFlight: new Set(),
  redeliveries: new Set(),
  pending: [],
  mayHaveDue: true,
  isFull: false,
  isReading: false,
  readAtMs: Number.NEGATIVE_INFINITY,
  onRead: [],
  running: 0,
  concurrency: INITIAL_CONCURRENCY,
  finished: 0,
  next: undefined,
  timer: undefined,
});

/** Returns whether nothing is in flight or scheduled. */
export const isIdle = (queue: DeliveryQueue): boolean =>
  queue.running === 0 && queue.inFlight.size === 0 && !queue.isReading && !queue.next && !queue.timer;

/** Adapts the concurrency to the result of an attempt. */
export function adaptConcurrency(queue: DeliveryQueue, isDelivered: boolean): void {
  queue.concurrency = isDelivered
    ? Math.min(MAX_CONCURRENCY, queue.concurrency + 1)
    : Math.max(MIN_CONCURRENCY, Math.floor(queue.concurrency / 2));
}

/** Requests that an in-flight delivery is sent again. Returns false when it is not in flight. */
export function requestRedelivery(queue: DeliveryQueue, id: number): boolean {
  if (!queue.inFlight.has(id)) return false;
  if (!queue.pending.some(waiting => waiting.id === id)) queue.redeliveries.add(id);
  return true;
}

/** Resolves when the new rows of a queue are read, or after a timeout; at once when it has none or accepts none. */
export async function awaitRead(queue: DeliveryQueue, timeoutMs: number): Promise<void> {
  if (queue.isFull || (queue.kindsWithNewRows.size === 0 && !queue.isReading)) return;
  const read = Promise.withResolvers<void>();
  queue.onRead.push(read.resolve);
  const timeout = setTimeout(read.resolve, timeoutMs);
  await read.promise;
  clearTimeout(timeout);
}

/** Releases deliveries that have not started; they stay due. */
export function release(queue: DeliveryQueue): void {
  for (const { id } of queue.pending.splice(0)) queue.inFlight.delete(id);
}

/** Cancels the scheduled advance. */
export function unschedule(queue: DeliveryQueue): void {
  if (queue.next) clearImmediate(queue.next);
  if (queue.timer) clearTimeout(queue.timer);
  queue.next = undefined;
  queue.timer = undefined;
}
