/**
 * Estimates what is missing of a downtime: the counts of the same hours of earlier weeks, each brought to the level of the week
 * before the downtime, and their spread. Pure functions, without I/O.
 */
import type { Span } from '../../../core/span.ts';
import type { EarlierWeeks } from './earlier-weeks.ts';

/** The same hours of an earlier week. */
export interface EarlierCount {
  readonly count: number;
  /** By how much the count has to be multiplied to be one of the downtime's length and level. */
  readonly scale: number;
}

/** What was expected in a downtime, and what of it did not come. The range covers the truth in at least 9 of 10 downtimes. */
export interface Missing {
  readonly expected: number;
  readonly counted: number;
  readonly missing: number;
  readonly missing_low: number;
  readonly missing_high: number;
}

/** Fewer earlier counts say nothing. */
const MIN_EARLIER = 2;

/**
 * How far weeks differ from each other where nothing else is known, as a share of their count, and how many weeks that
 * assumption weighs as much as.
 */
const USUAL_SPREAD = 0.2;
const ASSUMED_WEEKS = 4;

/** Two-sided 90 % quantiles of Student's t, by degrees of freedom from 1 on. Source: NIST, e-Handbook, 1.3.6.7.2. */
const T_QUANTILES = [
  6.314, 2.92, 2.353, 2.132, 2.015, 1.943, 1.895, 1.86, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753,
];

/** Roots of counts spread evenly, whatever their size: their variance is that of the factor. Source: Anscombe, 1948. */
const toRoot = (count: number): number => 2 * Math.sqrt(count + 3 / 8);
const fromRoot = (root: number): number => Math.max(0, (Math.max(0, root) / 2) ** 2 - 3 / 8);

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Estimates what is missing; null where there is too little to compare with. */
export function estimateMissing(earlier: readonly EarlierCount[], counted: number): Missing | null {
  if (earlier.length < MIN_EARLIER) return null;
  const weeks = earlier.length;
  const roots = earlier.map(({ count, scale }) => toRoot(count) * Math.sqrt(scale));
  const chance = meanOf(earlier.map(({ scale }) => scale));
  const mean = meanOf(roots);
  const squares = roots.reduce((sum, root) => sum + (root - mean) ** 2, 0);
  const beyondChance = Math.max(0, squares - (weeks - 1) * chance);
  const usual = (USUAL_SPREAD * mean) / 2;
  const spread = (ASSUMED_WEEKS * usual ** 2 + beyondChance) / (ASSUMED_WEEKS + weeks - 1);
  // Chance of the downtime's own count, the spread of weeks, and how well their mean is known.
  const deviation = Math.sqrt(1 + spread + (spread + chance) / weeks);
  const freedom = ASSUMED_WEEKS + weeks - 1;
  const reach = (T_QUANTILES[Math.min(freedom, T_QUANTILES.length) - 1] ?? 1.65) * deviation;
  const expected = fromRoot(mean);
  const beside = (count: number): number => Math.max(0, count - counted);
  return {
    expected: Math.round(expected),
    counted,
    missing: Math.round(beside(expected)),
    missing_low: Math.floor(beside(fromRoot(mean - reach))),
    missing_high: Math.ceil(beside(fromRoot(mean + reach))),
  };
}

/** Largest factor between the levels of two weeks that is believed. */
const MAX_LEVEL = 5;

/**
 * Reads the counts between the edges of `findEarlierWeeks`: those of the hours that are compared, with their span and scale. A week
 * without anything has no level.
 */
export function scaleEarlier(
  counts: readonly number[],
  { edges, share }: EarlierWeeks,
): (EarlierCount & { readonly span: Span })[] {
  const level = counts.at(-1) ?? 0;
  return counts.flatMap((count, index) => {
    const [rest, start, end] = [counts[index - 1], edges[index], edges[index + 1]];
    // By turns: the rest of a week, and the hours that are compared.
    if (index % 2 === 0 || !rest || !start || !end) return [];
    const ratio = Math.min(MAX_LEVEL, Math.max(1 / MAX_LEVEL, level / rest));
    return [{ count, scale: share * ratio, span: { start, end } }];
  });
}
