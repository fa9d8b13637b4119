/** What a site's days usually are. */
import { historyDays, type WeekFigures, WINDOW_DAYS } from './figures.ts';
import { clamp, median, relativeSpread } from './statistics.ts';

/** What is usual for a day of the window, and how far such days lie apart, as a share of it. */
export interface UsualDay {
  readonly hits: number;
  readonly spread: number;
}

/** Fewer of the same weekday say little: all days of two weeks say more. */
const LEAST_SAME_WEEKDAYS = 3;
const LEAST_DAYS = 7;
const SPREAD = { least: 0.1, most: 0.5 };

/** Of each day of the window, from the same weekdays before it; undefined for a site that is too young to tell. */
export function usualDays(figures: Pick<WeekFigures, 'hits' | 'visitors'>): UsualDay[] | undefined {
  const { hits } = figures;
  const known = historyDays(figures);
  if (known < LEAST_DAYS) return undefined;
  const start = hits.length - WINDOW_DAYS;
  const oldest = start - known;
  const dispersion = dispersionOf(figures);
  return Array.from({ length: WINDOW_DAYS }, (_, day) => {
    const same: number[] = [];
    for (let at = start + day - 7; at >= oldest; at -= 7) same.push(hits[at] ?? 0);
    const values =
      same.length >= LEAST_SAME_WEEKDAYS ? same : hits.slice(Math.max(oldest, start - 14), start);
    return { hits: median(values), spread: relativeSpread(values, { ...SPREAD, dispersion }) };
  });
}

/** How many times as busy as usual the window was on its median day, so that one odd day does not count. */
export function levelOf({ hits }: Pick<WeekFigures, 'hits'>, usual: readonly UsualDay[]): number {
  const current = hits.slice(-WINDOW_DAYS);
  return median(current.map((count, day) => (count + 1) / ((usual[day]?.hits ?? 0) + 1)));
}

/** Visits have several hits: their counts scatter more than those of single ones. As for visits of geometric length. */
export const dispersionOf = ({ visitors, hits }: Pick<WeekFigures, 'visitors' | 'hits'>): number => {
  const total = hits.slice(-WINDOW_DAYS).reduce((sum, count) => sum + count, 0);
  return visitors === 0 ? 2 : clamp((2 * total) / visitors - 1, 1, 6);
};
