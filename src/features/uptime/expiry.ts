/** Things that run out, certificates and domains: how many days are left, and when their owner is told. */

const DAY_MS = 86_400_000;

/** The last word about something that runs out. */
export interface Told {
  readonly expiresAtMs: number;
  /** Days of the threshold it was for. */
  readonly threshold: number;
}

/** Days before the end at which its owner is told, once each. Source: decisions, section 7. */
export const CERTIFICATE_THRESHOLDS = [21, 14, 7, 3, 1] as const;
export const DOMAIN_THRESHOLDS = [30, 14, 7, 3, 1] as const;

/** Whole days until then; negative when it has passed. */
export const daysUntil = (expiresAtMs: number, nowMs: number): number =>
  Math.floor((expiresAtMs - nowMs) / DAY_MS);

/**
 * The threshold that is to be told about now; null when there is none, or when its owner has been told. What was
 * renewed begins anew; of several that are shown in turns only the one that lasts longest is told about anew.
 */
export function dueThreshold(
  expiresAtMs: number,
  nowMs: number,
  { thresholds, told }: { readonly thresholds: readonly number[]; readonly told: Told | null },
): number | null {
  const leftMs = expiresAtMs - nowMs;
  if (leftMs <= 0) return null;
  const reached = thresholds.filter(days => leftMs <= days * DAY_MS);
  const threshold = reached.length === 0 ? null : Math.min(...reached);
  if (threshold === null || told === null) return threshold;
  return expiresAtMs > told.expiresAtMs || threshold < told.threshold ? threshold : null;
}
