import { setImmediate as nextTurn } from 'node:timers/promises';

/** The time that a long computation may take on the main thread before other work has its turn. */
export interface TimeSlice {
  /** Whether the slice is used up. */
  isOver(): boolean;
  /** Lets other work go on, and begins a new slice. */
  next(): Promise<void>;
}

/** Begins a slice of so many milliseconds. */
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
