/**
 * Rate limiter of deliveries, by token buckets. Each delivery costs the main thread about a millisecond, and incoming hits
 * have priority: deliveries are safe on disk and can wait.
 */

/** Deliveries a second of an otherwise idle server. */
const MAX_TOTAL_RATE = 800;
/** Deliveries a second under any load. */
const MIN_TOTAL_RATE = 25;
/** Deliveries a second of each target, however many others are busy. */
const MIN_QUEUE_RATE = 5;
/** Incoming rows that cost as much as one delivery. */
const ROWS_PER_DELIVERY = 5;
/** Delay of timers that shows a busy main thread; each further multiple divides the rate. */
const BUSY_DELAY_MS = 3;
/** Size of a bucket: deliveries that may start at once after a pause. */
const BURST = 50;
const WINDOW_MS = 250;

/** Token bucket of one target. */
export interface TokenBucket {
  tokens: number;
  filledAtMs: number;
}

/** Creates the rate limiter of all targets; `nowMs` is a monotonic clock. */
export function createRateLimiter(nowMs: () => number) {
  let windowStartMs = nowMs();
  let rowsInWindow = 0;
  let rowsPerSecond = 0;
  let delayMs = 0;

  function rateFor(busyQueues: number): number {
    const elapsedMs = nowMs() - windowStartMs;
    if (elapsedMs >= WINDOW_MS) {
      rowsPerSecond = (rowsInWindow / elapsedMs) * 1000;
      windowStartMs = nowMs();
      rowsInWindow = 0;
    }
    const room = (MAX_TOTAL_RATE - rowsPerSecond / ROWS_PER_DELIVERY) / Math.max(1, delayMs / BUSY_DELAY_MS);
    return Math.max(MIN_QUEUE_RATE, Math.max(MIN_TOTAL_RATE, room) / Math.max(1, busyQueues));
  }

  return {
    open: (): TokenBucket => ({ tokens: BURST, filledAtMs: nowMs() }),
    /** Counts incoming rows. */
    recordRows(count: number): void {
      rowsInWindow += count;
    },
    /** Records the delay of a timer. */
    recordDelay(byMs: number): void {
      delayMs = 0.8 * delayMs + 0.2 * Math.max(0, byMs);
    },
    /** Takes a token of a bucket. Returns false when there is none; `busyQueues` share the rate. */
    take(bucket: TokenBucket, busyQueues: number): boolean {
      const now = nowMs();
      const gained = ((now - bucket.filledAtMs) / 1000) * rateFor(busyQueues);
      bucket.tokens = Math.min(BURST, bucket.tokens + gained);
      bucket.filledAtMs = now;
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;
