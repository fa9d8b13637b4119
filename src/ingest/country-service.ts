import { createCache, toTtl } from '../core/cache.ts';
import type { Clock } from '../core/clock.ts';
import { isCountryCode, UNKNOWN_COUNTRY } from '../core/country-code.ts';
import { DAY_MS, HOUR_MS } from '../lib/time-units.ts';

/** Fetches a small JSON answer, or rejects. Implemented by `outbound`, which guards and limits it. */
export type FetchJson = (url: string, options: { readonly timeoutMs: number }) => Promise<unknown>;

interface CountryServiceDeps {
  /** Address with `{ip}` in it. */
  readonly url: string;
  readonly lookup: FetchJson;
  readonly clock: Clock;
  readonly onServiceDown?: (error: unknown) => void;
}

const TIMEOUT_MS = 1500;
const FOUND_TTL_MS = DAY_MS;
/** Misses expire sooner, since services are updated. */
const MISSING_TTL_MS = HOUR_MS;
const MAX_CACHED_ADDRESSES = 16_384;
const MAX_CONCURRENT = 32;
/** Consecutive failures that open the circuit breaker: hits must not wait for a service that is down. */
const MAX_FAILURES = 5;
const OPEN_MS = 60_000;

/**
 * Creates the lookup of a public address's country in an external service: two capitals, `XX` when the service does not
 * know, fails, takes longer than 1.5 s, has too many requests in flight, or its circuit breaker is open. Answers and
 * misses are cached, failures are not. Concurrent lookups of an address share one request. Never rejects.
 * The service answers JSON with `country` or `country_code` (decisions, section 1, `FOOTFALL_GEO_SERVICE_URL`).
 */
export function createCountryService(
  deps: CountryServiceDeps,
): (address: string) => string | Promise<string> {
  const { url, lookup, clock, onServiceDown } = deps;
  const cache = createCache<string, string>({ max: MAX_CACHED_ADDRESSES }, { ttlMs: FOUND_TTL_MS, clock });
  const inFlight = new Map<string, Promise<string>>();
  let failures = 0;
  let openedAtMs: number | null = null;

  const nowMs = (): number => clock.now().getTime();

  function isOpen(): boolean {
    if (openedAtMs === null) return false;
    const sinceMs = nowMs() - openedAtMs;
    if (sinceMs >= 0 && sinceMs < OPEN_MS) return true;
    openedAtMs = null;
    failures = MAX_FAILURES - 1; // half-open: one request decides whether the service is back
    return false;
  }

  async function requestCountry(address: string): Promise<string> {
    try {
      const answer = await withDeadline(
        lookup(url.replaceAll('{ip}', encodeURIComponent(address)), { timeoutMs: TIMEOUT_MS }),
      );
      failures = 0;
      const country = parseAnswer(answer);
      cache.set(address, country ?? UNKNOWN_COUNTRY, { ttl: toTtl(country ? FOUND_TTL_MS : MISSING_TTL_MS) });
      return country ?? UNKNOWN_COUNTRY;
    } catch (error) {
      failures++;
      if (failures >= MAX_FAILURES && openedAtMs === null) {
        openedAtMs = nowMs();
        onServiceDown?.(error);
      }
      return UNKNOWN_COUNTRY;
    } finally {
      inFlight.delete(address);
    }
  }

  return address => {
    const known = cache.get(address);
    if (known !== undefined) return known;
    const pending = inFlight.get(address);
    if (pending) return pending;
    if (isOpen() || inFlight.size >= MAX_CONCURRENT) return UNKNOWN_COUNTRY;
    const request = requestCountry(address);
    inFlight.set(address, request);
    return request;
  };
}

/** Rejects after the timeout. `lookup` has a deadline itself; this guarantees that no hit waits longer. */
async function withDeadline(answer: Promise<unknown>): Promise<unknown> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

function parseAnswer(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { country, country_code: code } = answer as { country?: unknown; country_code?: unknown };
  for (const value of [code, country]) {
    const capitals = typeof value === 'string' ? value.trim().toUpperCase() : '';
    if (isCountryCode(capitals)) return capitals;
  }
  return null;
}
