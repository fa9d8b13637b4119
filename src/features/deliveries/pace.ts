/**
 * How many deliveries are begun a second. Each costs the main thread about a millisecond, which hits that come in need
 * more: what is to be told is safe on disk and can wait until they are through.
 */

/** While nothing else is going on. */
const MAX_IN_ALL = 800;
/** However much comes in. */
const MIN_IN_ALL = 25;
/** Every target that has something to send gets at least so many, however many others there are. */
const MIN_A_LANE = 5;
/** Rows coming in that take the place of one delivery. */
const ROWS_FOR_ONE = 5;
/** A main thread that comes to its timers so late has much to do: twice as late, half as many. */
const BUSY_LATE_MS = 3;
/** Deliveries that may begin at once after a pause. */
const BURST = 50;
const WINDOW_MS = 250;

/** How much one target may be sent at the moment. */
export interface Allowance {
  tokens: number;
  filledAtMs: number;
}

/** A pace for all targets; `nowMs` is a clock that only goes forward. */
export function createPace(nowMs: () => number) {
  let windowStartMs = nowMs();
  let rowsInWindow = 0;
  let rowsPerSecond = 0;
  let lateMs = 0;

  function rateOf(busyLanes: number): number {
    const elapsedMs = nowMs() - windowStartMs;
    if (elapsedMs >= WINDOW_MS) {
      rowsPerSecond = (rowsInWindow / elapsedMs) * 1000;
      windowStartMs = nowMs();
      rowsInWindow = 0;
    }
    const room = (MAX_IN_ALL - rowsPerSecond / ROWS_FOR_ONE) / Math.max(1, lateMs / BUSY_LATE_MS);
    return Math.max(MIN_A_LANE, Math.max(MIN_IN_ALL, room) / Math.max(1, busyLanes));
  }

  return {
    open: (): Allowance => ({ tokens: BURST, filledAtMs: nowMs() }),
    /** Rows that have come in. */
    noteRows(count: number): void {
      rowsInWindow += count;
    },
    /** How late a timer was. */
    noteLate(byMs: number): void {
      lateMs = 0.8 * lateMs + 0.2 * Math.max(0, byMs);
    },
    /** Whether a delivery may begin now, while so many targets have something to send. */
    take(allowance: Allowance, busyLanes: number): boolean {
      const now = nowMs();
      const gained = ((now - allowance.filledAtMs) / 1000) * rateOf(busyLanes);
      allowance.tokens = Math.min(BURST, allowance.tokens + gained);
      allowance.filledAtMs = now;
      if (allowance.tokens < 1) return false;
      allowance.tokens -= 1;
      return true;
    },
  };
}

export type Pace = ReturnType<typeof createPace>;
