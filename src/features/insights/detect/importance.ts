import { clamp } from './statistics.ts';

/** Eight times as much, or an eighth, is as large as a change gets. */
const FULL_OCTAVES = 3;

/**
 * How much a finding matters, from 0 to 100: whatever is found at all begins at 40, the rest is how many times more it
 * is and how much of the site's traffic it makes up, times the weight of its type.
 */
export function importanceOf({
  ratio,
  share,
  weight,
}: {
  readonly ratio: number;
  /** Of the site's hits of a week, from 0 to 1. */
  readonly share: number;
  readonly weight: number;
}): number {
  const strength = clamp(Math.abs(Math.log2(Math.max(ratio, 1e-3))) / FULL_OCTAVES, 0, 1);
  const mass = Math.sqrt(clamp(share, 0, 1));
  return Math.round(weight * (40 + 60 * (0.5 * strength + 0.5 * mass)));
}
