import type { Clock } from '../core/clock.ts';
import { createLru } from '../lib/lru.ts';

export interface WindowLimitOptions {
  /** Uses of one key in a window. */
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
}

/** Of more keys at a time, those that have not been seen for longest are forgotten. */
const MAX_KEYS = 20_000;

/** Creates a counter of uses by key in fixed windows, each beginning with the key's first use. In memory only. */
export function createWindowLimit({ limit, windowMs, clock }: WindowLimitOptions) {
  const windows = createLru<string, { readonly startMs: number; used: number }>(MAX_KEYS);

  return {
    /** Counts one use of a key. Returns 0 when it is allowed, else the whole seconds until the window ends, at least 1. */
    take(key: string): number {
      const nowMs = clock.now().getTime();
      let window = windows.get(key);
      // A window that lies in the future belongs to a clock that was set back since.
      if (!window || nowMs - window.startMs >= windowMs || window.startMs > nowMs) {
        window = { startMs: nowMs, used: 0 };
        windows.set(key, window);
      }
      window.used++;
      return window.used <= limit ? 0 : Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1000));
    },
  };
}
