import { createCache, toTtl } from '../core/cache.ts';
import type { Clock } from '../core/clock.ts';
import { DAY_MS, HOUR_MS } from '../lib/time-units.ts';
import { isCountryCode } from './accept.ts';

/** The outside service's door: fetches a small JSON answer, or rejects. Given by `outbound`, which guards and limits it. */
export type LookupJson = (url: string, options: { readonly timeoutMs: number }) => Promise<unknown>;

interface CountryServiceDeps {
  /** Address with `{ip}` in it. */
  readonly url: string;
  readonly lookup: LookupJson;
  readonly clock: Clock;
  readonly onServiceDown?: (error: unknown) => void;
}

const TIMEOUT_MS = 1500;
const FOUND_TTL_MS = DAY_MS;
/** A miss is asked again sooner: services learn. */
const MISSING_TTL_MS = HOUR_MS;
const REMEMBERED_ADDRESSES = 16_384;
const MAX_CONCURRENT = 32;
/** So many failures in a row, and nobody is asked for a while: a visitor's hit must not wait for a dead service. */
const MAX_FAILURES = 5;
const PAUSE_MS = 60_000;

/**
 * Asks an outside service for the country of a public address: two capitals, `XX` when it does not know, fails, takes
 * longer than 1.5 s, is resting after repeated failures, or has too many questions open. Answers and misses are
 * remembered; a failure is not. The same address is asked once at a time. Never rejects.
 * The service answers JSON with `country` or `country_code` (decisions, section 1, `FOOTFALL_GEO_SERVICE_URL`).
 */
export function createCountryService(
  deps: CountryServiceDeps,
): (address: string) => string | Promise<string> {
  const { url, lookup, clock, onServiceDown } = deps;
  const answers = createCache<string, string>({ max: REMEMBERED_ADDRESSES }, { ttlMs: FOUND_TTL_MS, clock });
  const asking = new Map<string, Promise<string>>();
  let failures = 0;
  let pausedAtMs: number | null = null;

  const nowMs = (): number => clock.now().getTime();

  function isPaused(): boolean {
    if (pausedAtMs === null) return false;
    const sinceMs = nowMs() - pausedAtMs;
    if (sinceMs >= 0 && sinceMs < PAUSE_MS) return true;
    pausedAtMs = null;
    failures = MAX_FAILURES - 1; // one question decides whether the service is back
    return false;
  }

  async function question(address: string): Promise<string> {
    try {
      const answer = await withDeadline(
        lookup(url.replaceAll('{ip}', encodeURIComponent(address)), { timeoutMs: TIMEOUT_MS }),
      );
      failures = 0;
      const country = countryIn(answer);
      answers.set(address, country ?? 'XX', { ttl: toTtl(country ? FOUND_TTL_MS : MISSING_TTL_MS) });
      return country ?? 'XX';
    } catch (error) {
      failures++;
      if (failures >= MAX_FAILURES && pausedAtMs === null) {
        pausedAtMs = nowMs();
        onServiceDown?.(error);
      }
      return 'XX';
    } finally {
      asking.delete(address);
    }
  }

  return address => {
    const known = answers.get(address);
    if (known !== undefined) return known;
    const open = asking.get(address);
    if (open) return open;
    if (isPaused() || asking.size >= MAX_CONCURRENT) return 'XX';
    const asked = question(address);
    asking.set(address, asked);
    return asked;
  };
}

/** The door keeps the deadline itself; this makes sure of it, so that no hit can hang on one that does not. */
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

function countryIn(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { country, country_code: code } = answer as { country?: unknown; country_code?: unknown };
  for (const value of [code, country]) {
    const capitals = typeof value === 'string' ? value.trim().toUpperCase() : '';
    if (isCountryCode(capitals)) return capitals;
  }
  return null;
}
