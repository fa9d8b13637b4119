/** Robust statistics: a few outliers do not distort them. */
import { median } from '../../../lib/median.ts';

/** Returns the quantile at a share from 0 to 1, by the nearest-rank method; 0 for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Factor from the median absolute deviation to the standard deviation of a normal distribution. */
const MAD_TO_DEVIATION = 1.4826;

interface SpreadOptions {
  readonly min: number;
  readonly max: number;
  /** Variance of the counts as a multiple of a Poisson distribution's. */
  readonly dispersion: number;
}

/** Returns the relative standard deviation of counts from their median beyond chance (overdispersion), clamped. */
export function relativeSpread(counts: readonly number[], { min, max, dispersion }: SpreadOptions): number {
  const middle = median(counts);
  if (middle <= 0) return min;
  const deviation = MAD_TO_DEVIATION * median(counts.map(count => Math.abs(count - middle)));
  return clamp(Math.sqrt(Math.max(0, (deviation / middle) ** 2 - dispersion / middle)), min, max);
}

/** Returns the same from the steps between neighbouring counts, so that slow growth does not count as spread. */
export function stepSpread(counts: readonly number[], { min, max, dispersion }: SpreadOptions): number {
  const middle = median(counts);
  if (middle <= 0 || counts.length < 2) return min;
  const steps = counts.slice(1).map((count, at) => Math.abs(count - (counts[at] ?? 0)));
  const deviation = MAD_TO_DEVIATION * median(steps);
  return clamp(Math.sqrt(Math.max(0, (deviation / middle) ** 2 - (2 * dispersion) / middle)), min, max);
}

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

export interface Comparison {
  readonly current: number;
  readonly expected: number;
  /** Variance as a multiple of a Poisson distribution's: visitors come with several hits each. */
  readonly dispersion: number;
  /** Relative standard deviation of such counts beyond chance. */
  readonly spread: number;
}

/** Offset of the Anscombe transform, which makes the square roots of small Poisson counts equally variable too. */
const ANSCOMBE = 3 / 8;

/**
 * Returns the z-score of a count against the expected one. Its standard deviation combines chance, which dominates for
 * small counts, and the usual spread, which dominates for large ones.
 */
export function zScore({ current, expected, dispersion, spread }: Comparison): number {
  const difference = current - expected;
  if (difference === 0) return 0;
  const roots = Math.sqrt(current + ANSCOMBE) - Math.sqrt(expected + ANSCOMBE);
  const byChance = Math.abs((difference * Math.sqrt(dispersion)) / (Math.SQRT2 * roots));
  return difference / Math.hypot(byChance, spread * expected);
}

/** Returns the z-score of the difference of two shares of `n` choices each (two-proportion z-test). */
export function shareZScore(
  current: { readonly share: number; readonly n: number },
  previous: { readonly share: number; readonly n: number },
): number {
  const n = current.n + previous.n;
  if (current.n <= 0 || previous.n <= 0) return 0;
  const pooled = (current.share * current.n + previous.share * previous.n) / n;
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / current.n + 1 / previous.n));
  return deviation === 0 ? 0 : (current.share - previous.share) / deviation;
}
