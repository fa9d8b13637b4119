/** What a site's days usually are. */
import { historyDays, type WeekFigures, WINDOW_DAYS } from './figures.ts';
import { clamp, median, quantile, relativeSpread } from './statistics.ts';

/** What is usual for a day of the window, and how far such days lie apart, as a share of it. */
export interface UsualDay {
  readonly hits: number;
  readonly spread: number;
  /** What the busy ones of all days have, where days like this one come in bursts; else 0. */
  readonly burst: number;
}

/** Fewer of the same weekday say little: all days of two weeks say more. */
const LEAST_SAME_WEEKDAYS = 3;
const LEAST_DAYS = 7;
const SPREAD = { least: 0.1, most: 0.5 };
/** One day in ten is as busy. */
const BUSY = 0.9;

/** Of each day of the window, from the same weekdays before it; undefined for a site that is too young to tell. */
export function usualDays(figures: Pick<WeekFigures, 'hits' | 'visitors'>): UsualDay[] | undefined {
  const { hits } = figures;
  const known = historyDays(figures);
  if (known < LEAST_DAYS) return undefined;
  const start = hits.length - WINDOW_DAYS;
  const oldest = start - known;
  const dispersion = dispersionOf(figures);
  const busy = quantile(hits.slice(oldest, start), BUSY);
  return Array.from({ length: WINDOW_DAYS }, (_, day) => {
    const same: number[] = [];
    for (let at = start + day - 7; at >= oldest; at -= 7) same.push(hits[at] ?? 0);
    const values =
      same.length >= LEAST_SAME_WEEKDAYS ? same : hits.slice(Math.max(oldest, start - 14), start);
    const middle = median(values);
    const spread = relativeSpread(values, { ...SPREAD, most: Number.POSITIVE_INFINITY, dispersion });
    const isInBursts = middle === 0 || spread > SPREAD.most;
    return { hits: middle, spread: Math.min(spread, SPREAD.most), burst: isInBursts ? busy : 0 };
  });
}

/** Fewer days that can be compared tell nothing of a week. */
const LEAST_COMPARABLE = 4;

/**
 * How many times as busy as usual the window was on its median day, so that one odd day does not count; 1 where days
 * come in bursts, since those have no usual.
 */
export function levelOf({ hits }: Pick<WeekFigures, 'hits'>, usual: readonly UsualDay[]): number {
  const current = hits.slice(-WINDOW_DAYS);
  const levels = current.flatMap((count, day) => {
    const { hits: expected, burst } = usual[day] ?? { hits: 0, burst: 0 };
    return burst > 0 ? [] : [(count + 1) / (expected + 1)];
  });
  return levels.length < LEAST_COMPARABLE ? 1 : median(levels);
}

/** Visits have several hits: their counts scatter more than those of single ones. As for visits of geometric length. */
export const dispersionOf = ({ visitors, hits }: Pick<WeekFigures, 'visitors' | 'hits'>): number => {
  const total = hits.slice(-WINDOW_DAYS).reduce((sum, count) => sum + count, 0);
  return visitors === 0 ? 2 : clamp((2 * total) / visitors - 1, 1, 6);
};
