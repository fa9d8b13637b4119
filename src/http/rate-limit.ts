import type { Clock } from '../core/clock.ts';
import { HOUR_MS } from '../lib/time-units.ts';

/** Requests of one key in its current hour. */
export interface RateWindow {
  readonly keyId: number;
  readonly startedAt: Date;
  readonly used: number;
}

/** Where a key stands after a request. */
export interface RateState {
  readonly isExceeded: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetSeconds: number;
}

/**
 * Counts requests of each key in fixed windows of an hour, each beginning with the key's first request.
 * In memory; `takeChanges` hands out what is to be written, so that a restart forgives nothing.
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
    /** Counts one request; null when the limit is switched off. */
    take(keyId: number): RateState | null {
      if (limit === 0) return null;
      const now = clock.now().getTime();
      let window = windows.get(keyId);
      // A window that lies in the future belongs to a clock that was set back since.
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
    /** Windows changed since the last call. */
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
