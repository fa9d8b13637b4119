/** Statistics that a few odd values do not throw off. */

/** The value in the middle; 0 of none. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The value that a share of them does not exceed; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What the median absolute deviation has to be multiplied with to be the standard deviation of normal values. */
const MAD_TO_DEVIATION = 1.4826;

interface SpreadOptions {
  readonly least: number;
  readonly most: number;
  /** How many times more than independent hits the counts scatter by chance. */
  readonly dispersion: number;
}

/** Beyond what chance makes of them: how far counts lie from their median, as a share of it, within limits. */
export function relativeSpread(
  counts: readonly number[],
  { least, most, dispersion }: SpreadOptions,
): number {
  const middle = median(counts);
  if (middle <= 0) return least;
  const deviation = MAD_TO_DEVIATION * median(counts.map(count => Math.abs(count - middle)));
  return clamp(Math.sqrt(Math.max(0, (deviation / middle) ** 2 - dispersion / middle)), least, most);
}

/** The same of the steps from one count to the next, so that a slow growth does not pass for unrest. */
export function stepSpread(counts: readonly number[], { least, most, dispersion }: SpreadOptions): number {
  const middle = median(counts);
  if (middle <= 0 || counts.length < 2) return least;
  const steps = counts.slice(1).map((count, at) => Math.abs(count - (counts[at] ?? 0)));
  const deviation = MAD_TO_DEVIATION * median(steps);
  return clamp(Math.sqrt(Math.max(0, (deviation / middle) ** 2 - (2 * dispersion) / middle)), least, most);
}

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

export interface Comparison {
  readonly current: number;
  readonly expected: number;
  /** How many times more than independent hits these scatter: visitors come with several each. */
  readonly dispersion: number;
  /** How far such counts lie apart for reasons of their own, as a share of what is expected. */
  readonly spread: number;
}

/** Counts of Poisson's scatter evenly once their roots are taken; this makes it true for small ones too (Anscombe). */
const ANSCOMBE = 3 / 8;

/**
 * By how many standard deviations a count differs from another: negative when it is less. Chance makes two small
 * counts differ, and habits two large ones; both are allowed for.
 */
export function surprise({ current, expected, dispersion, spread }: Comparison): number {
  const difference = current - expected;
  if (difference === 0) return 0;
  const roots = Math.sqrt(current + ANSCOMBE) - Math.sqrt(expected + ANSCOMBE);
  const byChance = Math.abs((difference * Math.sqrt(dispersion)) / (Math.SQRT2 * roots));
  return difference / Math.hypot(byChance, spread * expected);
}

/** By how many standard deviations two shares of `n` independent choices each differ. */
export function shareSurprise(
  current: { readonly share: number; readonly n: number },
  previous: { readonly share: number; readonly n: number },
): number {
  const n = current.n + previous.n;
  if (current.n <= 0 || previous.n <= 0) return 0;
  const pooled = (current.share * current.n + previous.share * previous.n) / n;
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / current.n + 1 / previous.n));
  return deviation === 0 ? 0 : (current.share - previous.share) / deviation;
}
