import { clamp } from './statistics.ts';

/** Doublings or halvings that count as the largest change. */
const FULL_OCTAVES = 3;

/**
 * Computes the importance of a finding, from 0 to 100: every finding starts at 40, the rest is its ratio and its share of
 * the site's traffic, times the weight of its type.
 */
export function computeImportance({
  ratio,
  share,
  weight,
}: {
  readonly ratio: number;
  /** Share of the site's hits of a week, from 0 to 1. */
  readonly share: number;
  readonly weight: number;
}): number {
  const strength = clamp(Math.abs(Math.log2(Math.max(ratio, 1e-3))) / FULL_OCTAVES, 0, 1);
  const mass = Math.sqrt(clamp(share, 0, 1));
  return Math.round(weight * (40 + 60 * (0.5 * strength + 0.5 * mass)));
}
