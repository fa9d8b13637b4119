/** Where every part of Footfall gets the time from; tests hand in one they can move. */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

/** The machine's own clock. The one place that reads it. */
export const systemClock: Clock = { now: () => new Date() };
