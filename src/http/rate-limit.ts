import type { Clock } from '../core/clock.ts';
import { rateLimited } from '../core/errors.ts';
import { HOUR_MS } from '../lib/time-units.ts';

/** Requests of a key in its current window. */
export interface RateWindow {
  readonly keyId: number;
  readonly startedAt: Date;
  readonly used: number;
}

/** The state of a key's limit after a request. */
export interface RateState {
  readonly isExceeded: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/**
 * Creates a rate limit of requests by key, in fixed windows of an hour that begin with the key's first request. In
 * memory; `takeChanges` returns what to persist, so that a restart does not reset it.
 * Source: api-v1, Limits; decisions, section 2.
 */
export function createRateLimit(options: {
  readonly limit: number;
  readonly clock: Clock;
  readonly windows: readonly RateWindow[];
}) {
  const { limit, clock } = options;
  const windows = new Map(
    options.windows.map(({ keyId, startedAt, used }) => [keyId, { start: startedAt.getTime(), used }]),
  );
  const changed = new Set<number>();

  return {
    /** Counts a request; null when the limit is off. */
    take(keyId: number): RateState | null {
      if (limit === 0) return null;
      const now = clock.now().getTime();
      let window = windows.get(keyId);
      // A window in the future: the clock was set back.
      if (!window || now - window.start >= HOUR_MS || window.start > now) {
        window = { start: now, used: 0 };
        windows.set(keyId, window);
      }
      const isExceeded = window.used >= limit;
      if (!isExceeded) window.used++;
      changed.add(keyId);
      return {
        isExceeded,
        limit,
        // A limit may have been lowered since.
        remaining: Math.max(0, limit - window.used),
        resetSeconds: Math.max(1, Math.ceil((window.start + HOUR_MS - now) / 1000)),
      };
    },
    /** Returns the windows that changed since the last call. */
    takeChanges(): RateWindow[] {
      const rows: RateWindow[] = [];
      for (const keyId of changed) {
        const window = windows.get(keyId);
        if (window) rows.push({ keyId, startedAt: new Date(window.start), used: window.used });
      }
      changed.clear();
      return rows;
    },
  };
}

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Counts a use of something that is limited by the hour. Throws 429 once the hour is used up; `uses` names them. */
export function takeUse(rateLimit: Pick<RateLimit, 'take'>, id: number, uses: string): void {
  const rate = rateLimit.take(id);
  if (!rate?.isExceeded) return;
  const { limit, resetSeconds } = rate;
  throw rateLimited(`at most ${limit} ${uses}: try again in ${resetSeconds} seconds`, resetSeconds);
}

/** Returns the headers that tell a client its rate limit. */
export const rateHeaders = (rate: RateState) => ({
  'ratelimit-limit': String(rate.limit),
  'ratelimit-remaining': String(rate.remaining),
  'ratelimit-reset': String(rate.resetSeconds),
});
