import type { Clock } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { createLru } from '../lib/lru.ts';
import { customerPartOf } from '../lib/net.ts';

export interface AddressLimitOptions {
  /** Requests of one address in a window. */
  readonly limit: number;
  readonly windowMs: number;
  readonly clock: Clock;
}

/** Of more at a time, those that have not been seen for longest are forgotten. */
const REMEMBERED_ADDRESSES = 20_000;

/** Counts what comes from each address in fixed windows, each beginning with the first request. In memory only. */
export function createAddressLimit({ limit, windowMs, clock }: AddressLimitOptions) {
  const windows = createLru<string, { readonly startMs: number; used: number }>(REMEMBERED_ADDRESSES);

  return {
    /** Counts one request. Throws 429 once the window is used up. */
    take(address: string): void {
      const who = customerPartOf(address);
      const nowMs = clock.now().getTime();
      let window = windows.get(who);
      // A window that lies in the future belongs to a clock that was set back since.
      if (!window || nowMs - window.startMs >= windowMs || window.startMs > nowMs) {
        window = { startMs: nowMs, used: 0 };
        windows.set(who, window);
      }
      window.used++;
      if (window.used <= limit) return;
      const seconds = Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / 1000));
      throw new AppError(
        'rate_limited',
        `too many requests from this address: at most ${limit} in ${windowMs / 1000} seconds; try again in ${seconds}`,
        { headers: { 'retry-after': String(seconds) } },
      );
    },
  };
}
