import { rateLimited } from '../core/errors.ts';
import { networkPrefix } from '../lib/net.ts';
import { createWindowLimit, type WindowLimitOptions } from './window-limit.ts';

/** Creates a limit of requests by address, in fixed windows that begin with the first request. In memory only. */
export function createAddressLimit(options: WindowLimitOptions) {
  const { limit, windowMs } = options;
  const windows = createWindowLimit(options);

  function throwExceeded(seconds: number): never {
    throw rateLimited(
      `too many requests from this address: at most ${limit} in ${windowMs / 1000} seconds; try again in ${seconds}`,
      seconds,
    );
  }

  return {
    /**
     * Counts a request of an address, separately for each `resource` (such as a site's id). Throws 429 with
     * `Retry-After` once the window is used up.
     */
    take(address: string, resource: number | null = null): void {
      const seconds = windows.take(addressKey(address, resource));
      if (seconds > 0) throwExceeded(seconds);
    },

    /** Throws 429 when `take` would, without counting a request. */
    check(address: string, resource: number | null = null): void {
      const seconds = windows.check(addressKey(address, resource));
      if (seconds > 0) throwExceeded(seconds);
    },
  };
}

/** Returns the key under which requests of an address for a resource are counted; all of an IPv6 /64 share one. */
export const addressKey = (address: string, resource: number | null): string =>
  JSON.stringify([networkPrefix(address), resource]);
