/** Series of a group for the chart. */

import type { Day } from '../../../core/span.ts';
import { addDays, countDays, startOfDay } from '../../../lib/time.ts';
import { HOUR_MS } from '../../../lib/time-units.ts';
import { type Bucket, type Now, toBuckets } from '../../charts/series.ts';
import type { Interval } from '../../view.ts';
import { type DayRange, sumChunks } from './site-numbers.ts';

/** Longer periods are drawn by weeks. */
const MAX_DAILY_DAYS = 120;

/** Chooses hours for one day, weeks for many, else days. */
export function chooseGroupInterval({ from, to }: DayRange): Interval {
  const count = countDays(from, to);
  return count === 1 ? 'hour' : count <= MAX_DAILY_DAYS ? 'day' : 'week';
}

/** Converts a series of hours or days to buckets. */
export function toGroupBuckets(series: readonly number[], days: DayRange, now: Now): Bucket[] {
  const interval = chooseGroupInterval(days);
  const values = interval === 'week' ? sumChunks(series, 7) : series;
  // Weeks end with the last day: only the first may be partial.
  const first = interval === 'week' ? addDays(days.to, 1 - values.length * 7) : days.from;
  const rows = values.map((hits, index) => ({
    date: bucketDate(index, first, { interval, timeZone: now.timeZone }),
    hits,
  }));
  return toBuckets({ interval, ...days, rows, before: null }, 'hits', now);
}

function bucketDate(
  index: number,
  first: Day,
  { interval, timeZone }: { readonly interval: Interval; readonly timeZone: string },
): string {
  if (interval === 'hour') {
    return new Date(startOfDay(first, timeZone).getTime() + index * HOUR_MS).toISOString();
  }
  return addDays(first, interval === 'week' ? index * 7 : index);
}
