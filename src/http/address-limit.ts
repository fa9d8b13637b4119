import { AppError } from '../core/errors.ts';
import { networkPrefix } from '../lib/net.ts';
import { createWindowLimit, type WindowLimitOptions } from './window-limit.ts';

/** Options of a limit: `limit` requests of one address in a window of `windowMs`. */
export type AddressLimitOptions = WindowLimitOptions;

/** Counts what comes from each address in fixed windows, each beginning with the first request. In memory only. */
export function createAddressLimit(options: AddressLimitOptions) {
  const { limit, windowMs } = options;
  const windows = createWindowLimit(options);

  function refuse(seconds: number): never {
    throw new AppError(
      'rate_limited',
      `too many requests from this address: at most ${limit} in ${windowMs / 1000} seconds; try again in ${seconds}`,
      { headers: { 'retry-after': String(seconds) } },
    );
  }

  return {
    /**
     * Counts one request of an address, for each `resource` (such as a site's id) by itself. Throws 429 with
     * `Retry-After` once the window is used up.
     */
    take(address: string, resource: number | null = null): void {
      const seconds = windows.take(addressKey(address, resource));
      if (seconds > 0) refuse(seconds);
    },

    /** Throws 429 when `take` would, without counting a request. */
    check(address: string, resource: number | null = null): void {
      const seconds = windows.check(addressKey(address, resource));
      if (seconds > 0) refuse(seconds);
    },
  };
}

/** Returns the key under which requests of an address for a resource are counted; all of an IPv6 /64 share one. */
export const addressKey = (address: string, resource: number | null): string =>
  JSON.stringify([networkPrefix(address), resource]);
