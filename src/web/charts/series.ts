/** Converts the API's series to buckets of a chart. */
import type { Day } from '../../core/span.ts';
import { addDays, toDay } from '../../lib/time.ts';
import { HOUR_MS } from '../../lib/time-units.ts';
import type { Interval } from '../view.ts';

export type SeriesRow = Readonly<Record<string, string | number | null>>;

export interface Series {
  readonly interval: Interval;
  /** First and last day of the period, both counted. */
  readonly from: Day;
  readonly to: Day;
  readonly rows: readonly SeriesRow[];
  /** The comparison, bucket by bucket; null without one. */
  readonly before: readonly SeriesRow[] | null;
  /** What there is of imported days in it. */
  readonly imported?:
    | { readonly included: boolean; readonly until: Day; readonly reason?: string }
    | undefined;
}

export interface Bucket {
  /** First day, or the instant at which an hour begins. */
  readonly date: string;
  /** Null: in the future. */
  readonly value: number | null;
  readonly before: number | null;
  readonly beforeDate: string | null;
  /** Whether it is still running, so that its value is not final. */
  readonly isOpen: boolean;
  /** Days that are counted, where the period cuts the bucket. */
  readonly cut: { readonly from: Day; readonly to: Day } | null;
}

export interface Now {
  readonly at: Date;
  readonly timeZone: string;
}

/** Returns the last day of a bucket that begins on a day. */
export function lastDayOfBucket(date: Day, interval: Interval): Day {
  if (interval === 'week') return addDays(date, 6);
  if (interval === 'month') return addDays(`${addDays(`${date.slice(0, 8)}01`, 31).slice(0, 8)}01`, -1);
  return date;
}

/** An average of no visits is null, and no number. */
const toNumber = (value: SeriesRow[string] | undefined): number | null =>
  value === null ? null : Number(value ?? 0);

/** Converts a series to buckets. `count`: field of the value. */
export function toBuckets(
  { interval, from, to, rows, before }: Series,
  count: string,
  { at, timeZone }: Now,
): Bucket[] {
  const today = toDay(at, timeZone);
  return rows.map((row, index): Bucket => {
    const date = String(row['date']);
    const earlier = before?.[index];
    const common = {
      date,
      before: earlier ? toNumber(earlier[count]) : null,
      beforeDate: earlier ? String(earlier['date']) : null,
    };
    const number = toNumber(row[count]);
    if (interval === 'hour') {
      const sinceMs = at.getTime() - Date.parse(date);
      return {
        ...common,
        value: sinceMs < 0 ? null : number,
        isOpen: sinceMs >= 0 && sinceMs < HOUR_MS,
        cut: null,
      };
    }
    const last = lastDayOfBucket(date, interval);
    const isCut = date < from || last > to;
    return {
      ...common,
      value: date > today ? null : number,
      isOpen: date <= today && today <= last && today <= to,
      cut:
        isCut && interval !== 'day' ? { from: date < from ? from : date, to: last > to ? to : last } : null,
    };
  });
}

/** Finds the index of the bucket that contains an instant; null when there is none. */
export function findBucketIndex(
  instant: Date,
  buckets: readonly Bucket[],
  { interval, timeZone }: { readonly interval: Interval; readonly timeZone: string },
): number | null {
  const place = interval === 'hour' ? instant.toISOString() : toDay(instant, timeZone);
  let found: number | null = null;
  for (const [index, { date }] of buckets.entries()) if (date <= place) found = index;
  const bucket = found === null ? undefined : buckets[found];
  if (!bucket) return null;
  const isPast =
    interval === 'hour'
      ? instant.getTime() - Date.parse(bucket.date) >= HOUR_MS
      : place > lastDayOfBucket(bucket.date, interval);
  return isPast ? null : found;
}
