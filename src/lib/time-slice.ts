import { setImmediate as nextTurn } from 'node:timers/promises';

/** A time budget of a long computation on the main thread, after which it yields to other work. */
export interface TimeSlice {
  /** Returns whether the slice is used up. */
  isOver(): boolean;
  /** Yields to other work, then starts a new slice. */
  next(): Promise<void>;
}

/** Starts a slice. */
export function createTimeSlice(maxMs: number): TimeSlice {
  let sinceMs = performance.now();
  return {
    isOver: () => performance.now() - sinceMs >= maxMs,
    async next() {
      await nextTurn();
      sinceMs = performance.now();
    },
  };
}
