import type { Clock } from '../core/clock.ts';
import { createLru } from '../lib/lru.ts';

export interface WindowLimitOptions {
  /** Uses of one key in a window. */
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
}

/** Beyond this the least recently used keys are dropped. */
const MAX_KEYS = 20_000;

/** Creates a counter of uses by key in fixed windows, each beginning with the key's first use. In memory only. */
export function createWindowLimit({ limit, windowMs, clock }: WindowLimitOptions) {
  const windows = createLru<string, { readonly startMs: number; used: number }>(MAX_KEYS);

  /** Finds the current window of a key; returns a new one that is not stored yet when there is none. */
  function findWindow(key: string, nowMs: number) {
    const window = windows.get(key);
    // A window in the future: the clock was set back.
    const isCurrent = window && nowMs - window.startMs < windowMs && window.startMs <= nowMs;
    return isCurrent ? window : { startMs: nowMs, used: 0 };
  }

  const secondsLeft = (startMs: number, nowMs: number): number =>
    Math.max(1, Math.ceil((startMs + windowMs - nowMs) / 1000));

  return {
    /** Counts one use of a key. Returns 0 when it is allowed, else the whole seconds until the window ends, at least 1. */
    take(key: string): number {
      const nowMs = clock.now().getTime();
      const window = findWindow(key, nowMs);
      if (window.used === 0) windows.set(key, window);
      window.used++;
      return window.used <= limit ? 0 : secondsLeft(window.startMs, nowMs);
    },

    /** Returns what `take` would, without counting a use. */
    check(key: string): number {
      const nowMs = clock.now().getTime();
      const { startMs, used } = findWindow(key, nowMs);
      return used < limit ? 0 : secondsLeft(startMs, nowMs);
    },
  };
}
