/** A group's hits over time as the chart wants them. */
import { addDays, countDays, type Day } from '../../days.ts';
import type { Interval } from '../../view.ts';
import { type Bucket, bucketsOf, type Now } from '../site/series.ts';
import { type DayRange, startOfDay, summed } from './numbers.ts';

const HOUR_MS = 3_600_000;
/** Longer periods are drawn by weeks. */
const MOST_DAYS = 120;

/** Hours for one day, weeks for many, else days. */
export function intervalFor({ from, to }: DayRange): Interval {
  const count = countDays(from, to);
  return count === 1 ? 'hour' : count <= MOST_DAYS ? 'day' : 'week';
}

/** Buckets of a series of hours or days. */
export function groupBuckets(series: readonly number[], days: DayRange, now: Now): Bucket[] {
  const interval = intervalFor(days);
  const values = interval === 'week' ? summed(series, 7) : series;
  // Weeks end with the last day, so that only the first may be cut.
  const first = interval === 'week' ? addDays(days.to, 1 - values.length * 7) : days.from;
  const rows = values.map((hits, index) => ({ date: dateOf(index, interval, first, now.timeZone), hits }));
  return bucketsOf({ interval, ...days, rows, before: null }, 'hits', now);
}

function dateOf(index: number, interval: Interval, first: Day, timeZone: string): string {
  if (interval === 'hour') {
    return new Date(startOfDay(first, timeZone).getTime() + index * HOUR_MS).toISOString();
  }
  return addDays(first, interval === 'week' ? index * 7 : index);
}
