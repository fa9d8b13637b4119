/** Labels of buckets: ticks and full names. */

import { toHour } from '../../lib/time.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import { dateLocale } from '../labels/language.ts';
import * as shared from '../labels/shared.tsx';
import { formatDays } from '../period-labels.ts';
import type { Interval } from '../view.ts';
import { type Bucket, lastDayOfBucket } from './series.ts';

export interface Tick {
  readonly index: number;
  readonly text: string;
}

/** Buckets between two ticks. Hours repeat with the day, months with the year. */
const STEPS: Readonly<Record<Interval, readonly number[]>> = {
  hour: [1, 2, 3, 4, 6, 12, 24, 48, 72, 120, 168, 240],
  day: [1, 2, 3, 7, 14, 28, 56, 112],
  week: [1, 2, 4, 8, 13, 26, 52],
  month: [1, 2, 3, 6, 12, 24],
};

/** Length of the buckets, and the time zone of their hours. */
interface Scale {
  readonly interval: Interval;
  readonly timeZone: string;
}

const YEAR = { year: 'numeric' } as const;

const format = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(dateLocale, { timeZone, ...options });

const hourInZone = (date: string, timeZone: string): number => toHour(Date.parse(date), timeZone);

/**
 * Creates the ticks of the axis; `room`: how many fit. The first one of a year has the year, unless it is `now`'s.
 */
export function createTicks(
  dates: readonly string[],
  room: number,
  { interval, timeZone, now = new Date() }: Scale & { readonly now?: Date },
): Tick[] {
  const step = STEPS[interval].find(each => dates.length / each <= room) ?? Math.ceil(dates.length / room);
  const isMarked = createTickFilter({ interval, step, timeZone, lastIndex: dates.length - 1 });
  let year = yearOf(now.toISOString());
  return dates.flatMap((date, index) => {
    if (!isMarked(date, index)) return [];
    const isNewYear = yearOf(date) !== year;
    year = yearOf(date);
    return [{ index, text: formatTick(date, step, { interval, timeZone, hasYear: isNewYear }) }];
  });
}

const yearOf = (date: string): string => date.slice(0, 4);

function createTickFilter({
  interval,
  step,
  timeZone,
  lastIndex,
}: Scale & { readonly step: number; readonly lastIndex: number }): (date: string, index: number) => boolean {
  if (interval === 'hour' && step <= 24) return date => hourInZone(date, timeZone) % step === 0;
  if (interval === 'hour') {
    let midnights = -1;
    return date => {
      if (hourInZone(date, timeZone) !== 0) return false;
      midnights += 1;
      return midnights % (step / 24) === 0;
    };
  }
  if (interval === 'month' && step <= 12) return date => (Number(date.slice(5, 7)) - 1) % step === 0;
  // Counted from the end: the latest bucket is the one that is looked for.
  return (_, index) => (lastIndex - index) % step === 0;
}

function formatTick(
  date: string,
  step: number,
  { interval, timeZone, hasYear }: Scale & { readonly hasYear: boolean },
): string {
  const at = new Date(date);
  if (interval === 'month') {
    return format('UTC', { month: 'short', ...((hasYear || date.slice(5, 7) === '01') && YEAR) }).format(at);
  }
  const isHour = interval === 'hour' && (step < 24 || hourInZone(date, timeZone) !== 0);
  if (isHour) return format(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
  return format(interval === 'hour' ? timeZone : 'UTC', {
    day: 'numeric',
    month: 'short',
    ...(hasYear && YEAR),
  }).format(at);
}

/** Formats a bucket by its start: `Sat 21 Nov 2026`, `Sat 21 Nov 2026, 13:00–14:00`, `16–22 Nov 2026`. */
export function formatBucketDate(date: string, interval: Interval, timeZone: string): string {
  const at = new Date(date);
  switch (interval) {
    case 'hour': {
      const day = format(timeZone, { weekday: 'short', day: 'numeric', month: 'short', ...YEAR }).format(at);
      const time = format(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
      return `${day}, ${time.format(at)}–${time.format(new Date(at.getTime() + HOUR_MS))}`;
    }
    case 'day':
      return format('UTC', { weekday: 'short', day: 'numeric', month: 'short', ...YEAR }).format(at);
    case 'week':
    case 'month':
      return formatDays(date, lastDayOfBucket(date, interval));
  }
}

/** Formats a bucket, with its partial range and whether it is still running. */
export function formatBucket({ date, isOpen, cut }: Bucket, interval: Interval, timeZone: string): string {
  const name = cut ? formatDays(cut.from, cut.to) : formatBucketDate(date, interval, timeZone);
  return isOpen ? shared.inProgress(name) : name;
}
