/** Expiry of certificates and domains: days left, and thresholds of notifications. */
import { DAY_MS } from '../../lib/time-units.ts';

/** The last notification about an expiry. */
export interface NotifiedExpiry {
  readonly expiresAtMs: number;
  /** Threshold in days that it was sent for. */
  readonly threshold: number;
}

/** Days before the expiry at which the owner is notified, once each. Source: decisions, section 7. */
export const CERTIFICATE_THRESHOLDS = [21, 14, 7, 3, 1] as const;
export const DOMAIN_THRESHOLDS = [30, 14, 7, 3, 1] as const;

/** Days before the expiry from which on the API says that it is soon. Source: decisions, section 7. */
export const SOON_DAYS = { certificate: 14, domain: 30 } as const;

/** Returns the whole days left; negative after the expiry. */
export const daysUntil = (expiresAtMs: number, nowMs: number): number =>
  Math.floor((expiresAtMs - nowMs) / DAY_MS);

/**
 * Returns the threshold to notify of now; null when there is none, or when the owner was notified of it. A later expiry
 * starts again; of several certificates that a host presents in turn, only the one that lasts longest does.
 */
export function dueThreshold(
  expiresAtMs: number,
  nowMs: number,
  {
    thresholds,
    lastNotified,
  }: { readonly thresholds: readonly number[]; readonly lastNotified: NotifiedExpiry | null },
): number | null {
  const leftMs = expiresAtMs - nowMs;
  if (leftMs <= 0) return null;
  const reached = thresholds.filter(days => leftMs <= days * DAY_MS);
  const threshold = reached.length === 0 ? null : Math.min(...reached);
  if (threshold === null || lastNotified === null) return threshold;
  return expiresAtMs > lastNotified.expiresAtMs || threshold < lastNotified.threshold ? threshold : null;
}
