/** Estimates the usual hits of a site's days. */
import { findUsualWeek, MIN_USUAL_WEEKS, USUAL_WEEKS } from '../../../core/usual.ts';

import { median } from '../../../lib/median.ts';
import { historyDays, type WeekFigures, WINDOW_DAYS } from './figures.ts';
import { clamp, quantile, relativeSpread, sum, zScore } from './statistics.ts';

/** Usual hits of a day of the window, and the relative spread of such days. */
export interface BaselineDay {
  readonly hits: number;
  readonly spread: number;
  /** Hits of a busy day where days like this one come in bursts; else 0. */
  readonly burst: number;
}

const MIN_DAYS = 7;
const SPREAD = { min: 0.1, max: 0.5 };
/** Quantile of busy days. */
const BUSY = 0.9;

/** Returns the baseline of each day of the window from the same weekdays before it; undefined for a young site. */
export function baselineDays(figures: Pick<WeekFigures, 'hits' | 'visitors'>): BaselineDay[] | undefined {
  const { hits } = figures;
  const known = historyDays(figures);
  if (known < MIN_DAYS) return undefined;
  const start = hits.length - WINDOW_DAYS;
  const oldest = start - known;
  const dispersion = estimateDispersion(figures);
  const busy = quantile(hits.slice(oldest, start), BUSY);
  return Array.from({ length: WINDOW_DAYS }, (_, day) => {
    const same: number[] = [];
    for (let at = start + day - 7; at >= oldest; at -= 7) same.push(hits[at] ?? 0);
    const values = same.length >= MIN_USUAL_WEEKS ? same : hits.slice(Math.max(oldest, start - 14), start);
    const middle = median(values);
    const spread = relativeSpread(values, { ...SPREAD, max: Number.POSITIVE_INFINITY, dispersion });
    const isInBursts = middle === 0 || spread > SPREAD.max;
    return { hits: middle, spread: Math.min(spread, SPREAD.max), burst: isInBursts ? busy : 0 };
  });
}

/**
 * Returns what is usual for a day: the count of the usual week on the same weekday, as the overview has it; of a site with
 * too few weeks the median of the two weeks before the window.
 */
export function usualOf(
  { hits: counts, edges, earliest }: Pick<WeekFigures, 'hits' | 'edges' | 'earliest'>,
  day: number,
): number {
  const same: number[] = [];
  for (let at = day - 7; at >= Math.max(0, day - 7 * USUAL_WEEKS); at -= 7) {
    const start = edges[at];
    if (earliest !== null && start && earliest <= start) same.push(counts[at] ?? 0);
  }
  const week = findUsualWeek(same);
  const end = counts.length - WINDOW_DAYS;
  return (
    (week === undefined ? undefined : same[week]) ??
    Math.round(median(counts.slice(Math.max(0, end - 14), end)))
  );
}

/** Least z-score of a last day that is beyond what is usual. */
const MIN_ONGOING_Z_SCORE = 2;

/** Returns whether the last day is beyond what is usual for it, in the direction of a change and by more than chance. */
export function isOngoing(
  figures: Pick<WeekFigures, 'hits' | 'edges' | 'earliest'>,
  { direction, dispersion }: { readonly direction: 'up' | 'down'; readonly dispersion: number },
): boolean {
  const last = figures.hits.length - 1;
  const [current, expected] = [figures.hits[last] ?? 0, usualOf(figures, last)];
  const z = zScore({ current, expected, dispersion, spread: SPREAD.min });
  return (direction === 'up' ? z : -z) >= MIN_ONGOING_Z_SCORE;
}

/** With fewer comparable days, no level is estimated. */
const MIN_COMPARABLE_DAYS = 4;

/**
 * Returns the ratio of hits to the baseline on the median day of the window, which ignores a single outlier; 1 where days
 * come in bursts.
 */
export function relativeLevel({ hits }: Pick<WeekFigures, 'hits'>, usual: readonly BaselineDay[]): number {
  const current = hits.slice(-WINDOW_DAYS);
  const levels = current.flatMap((count, day) => {
    const { hits: expected, burst } = usual[day] ?? { hits: 0, burst: 0 };
    return burst > 0 ? [] : [(count + 1) / (expected + 1)];
  });
  return levels.length < MIN_COMPARABLE_DAYS ? 1 : median(levels);
}

/** Estimates how much more than Poisson the counts of hits vary: visits have several hits, of geometric number. */
export const estimateDispersion = ({ visitors, hits }: Pick<WeekFigures, 'visitors' | 'hits'>): number => {
  const total = sum(hits.slice(-WINDOW_DAYS));
  return visitors === 0 ? 2 : clamp((2 * total) / visitors - 1, 1, 6);
};
