import type { Day } from '../../core/span.ts';
import { addDays } from '../../lib/time.ts';
import * as labels from '../labels/charts.tsx';
import { dateLocale, numberLocale } from '../labels/language.ts';
/** Hits by hour of the week, prepared for display. */

export interface HourCount {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly hit_count: number;
  /** Of such an hour in the median week. */
  readonly median_count: number;
}

export interface HourCell {
  readonly weekday: number;
  readonly hour: number;
  readonly hits: number;
  /** Hits of such an hour in the median week; null where there was only one. */
  readonly median: number | null;
  /** From 0 to 1, relative to the busiest. */
  readonly heat: number;
}

export const weekdayName = (weekday: number): string => labels.weekdays[weekday - 1] ?? '';

/** Returns a weekday's name in short, as the language abbreviates it: `Mon`. */
export const shortWeekdayName = (weekday: number): string =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', weekday: 'short' }).format(
    Date.UTC(2024, 0, weekday),
  );

/** Returns the weekdays in the order of the user's week. */
export const orderedWeekdays = (start: 'monday' | 'sunday'): readonly number[] =>
  start === 'sunday' ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7];

/** Formats an hour of the day: `14:00–15:00`. */
export const formatHour = (hour: number): string => `${padTwo(hour)}:00–${padTwo((hour + 1) % 24)}:00`;
const padTwo = (number: number): string => String(number).padStart(2, '0');

/** Counts each weekday (Monday first) of a range, both ends included. */
export function countWeekdays({ from, to }: { readonly from: Day; readonly to: Day }): number[] {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const place = (new Date(day).getUTCDay() + 6) % 7;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}

/**
 * Converts counts to the cells of a heat map. Heat is that of the median week, so that neither a single peak nor a weekday
 * that occurs more often than others looks busier; where most weeks are without hits, of the average one.
 */
export function toHourCells(
  hours: readonly HourCount[],
  range: { readonly from: Day; readonly to: Day },
): HourCell[] {
  const times = countWeekdays(range);
  const hasMedian = hours.some(({ median_count }) => median_count > 0);
  const rates = hours.map(({ weekday, hit_count, median_count }) =>
    hasMedian ? median_count : hit_count / Math.max(1, times[weekday - 1] ?? 1),
  );
  const most = Math.max(0, ...rates);
  return hours.map(({ weekday, hour, hit_count, median_count }, index) => {
    const rate = rates[index] ?? 0;
    return {
      weekday,
      hour,
      hits: hit_count,
      median: (times[weekday - 1] ?? 0) > 1 ? median_count : null,
      heat: most === 0 ? 0 : rate / most,
    };
  });
}

/** Returns the hour that is usually busiest; undefined without hits. */
export const busiestHour = (cells: readonly HourCell[]): HourCell | undefined =>
  cells.reduce<HourCell | undefined>(
    (best, cell) => (cell.hits > 0 && cell.heat > (best?.heat ?? 0) ? cell : best),
    undefined,
  );

/** Returns the weekday that is usually busiest. */
export function busiestDay(cells: readonly HourCell[]): number | undefined {
  const sums = new Map<number, number>();
  for (const { weekday, heat } of cells) sums.set(weekday, (sums.get(weekday) ?? 0) + heat);
  const [best] = [...sums].sort(([, left], [, right]) => right - left);
  return best && best[1] > 0 ? best[0] : undefined;
}

/** Formats a median of hits: `0.5`, `12`, `1,204`. */
export const formatMedian = (median: number): string =>
  median.toLocaleString(numberLocale, { maximumFractionDigits: median < 10 ? 1 : 0 });
