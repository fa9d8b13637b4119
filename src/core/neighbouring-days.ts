/** Days before and after some days: what reports compare with, and where the arrows beside a period lead. */
import { addDays, addYears, bucketStart, countDays, nextBucket } from '../lib/time.ts';
import type { Day } from './span.ts';

interface Days {
  readonly first: Day;
  /** Included. */
  readonly last: Day;
}

/** Days that correspond to others. */
export interface CorrespondingDays extends Days {
  /** Returns the day that corresponds to one of the others. */
  readonly toCorresponding: (day: Day) => Day;
}

/** Length from which a period since 1 January counts as the year to date. */
const MIN_DAYS_OF_YEAR = 32;

const mapDays = ({ first, last }: Days, toCorresponding: (day: Day) => Day): CorrespondingDays => ({
  first: toCorresponding(first),
  last: toCorresponding(last),
  toCorresponding,
});

/** Returns the days a number of years later (earlier if negative). */
export const shiftByYears = (days: Days, years: number): CorrespondingDays =>
  mapDays(days, day => addYears(day, years));

/** Returns as many days right before (-1) or after (1). */
export const shiftByLength = (days: Days, direction: -1 | 1): CorrespondingDays => {
  const length = countDays(days.first, days.last);
  return mapDays(days, day => addDays(day, direction * length));
};

/** Returns the whole month before or after a whole month, whose later days correspond to its last one if it is shorter. */
const shiftMonth = ({ first, last }: Days, direction: -1 | 1): CorrespondingDays => {
  const start = direction === 1 ? addDays(last, 1) : bucketStart(addDays(first, -1), 'month', 'monday');
  const end = addDays(nextBucket(start, 'month'), -1);
  const toCorresponding = (day: Day): Day => {
    const corresponding = addDays(start, countDays(first, day) - 1);
    return corresponding < end ? corresponding : end;
  };
  return { first: start, last: end, toCorresponding };
};

const isWholeMonth = ({ first, last }: Days): boolean =>
  first === bucketStart(first, 'month', 'monday') && addDays(last, 1) === nextBucket(first, 'month');

/**
 * Returns the days before (-1) or after (1) by the calendar: of a month the whole month, of a year until some day the same days
 * of the year, else as many days, with none between.
 */
export const findNeighbouringDays = (days: Days, direction: -1 | 1): CorrespondingDays => {
  if (isWholeMonth(days)) return shiftMonth(days, direction);
  if (days.first.endsWith('-01-01') && countDays(days.first, days.last) >= MIN_DAYS_OF_YEAR)
    return shiftByYears(days, direction);
  return shiftByLength(days, direction);
};
