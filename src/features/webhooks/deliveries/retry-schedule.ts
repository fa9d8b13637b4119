/** When failed deliveries are retried, and when a webhook is given up. Source: decisions, section 4, Webhooks. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../lib/time-units.ts';

/** Time without a delivery after which a webhook is switched off. */
export const SWITCHED_OFF_AFTER_MS = 5 * DAY_MS;
/** Delays after the first failed attempt, the second, and so on. After the last one the delivery has failed. */
const RETRY_DELAYS_MS = [
  30 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
] as const;
/** Spreads retries of deliveries that failed together. */
const JITTER = 0.1;
const MAX_RETRY_AFTER_MS = DAY_MS;
/** Longest wait for an attempt: what a target asks for, and quiet hours. */
export const MAX_WAIT_MS = MAX_RETRY_AFTER_MS + DAY_MS;

/**
 * Returns when to retry after a number of failed attempts; null after the last one. A longer Retry-After is respected, up to
 * a day. `random` is from 0 to 1.
 */
export function nextAttemptAt(
  failedAttempts: number,
  facts: { readonly now: Date; readonly retryAfterMs: number | null; readonly random: number },
): Date | null {
  const plannedMs = RETRY_DELAYS_MS[failedAttempts - 1];
  if (plannedMs === undefined) return null;
  const requestedMs = Math.min(facts.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  const waitMs = Math.max(plannedMs * (1 + JITTER * facts.random), requestedMs);
  return new Date(facts.now.getTime() + Math.round(waitMs));
}

/** Parses a `Retry-After` header. Returns milliseconds from now; null for none or an invalid one. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const instant = /\bGMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - now.getTime());
}
