/** Headers of every answer of the API. */
import type { RateState } from './rate-limit.ts';

export const BASE_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/** Returns the headers that tell a client its rate limit. */
export const rateHeaders = (rate: RateState) => ({
  'ratelimit-limit': String(rate.limit),
  'ratelimit-remaining': String(rate.remaining),
  'ratelimit-reset': String(rate.resetSeconds),
});
