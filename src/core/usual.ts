/** What is usual for some days: what one of the weeks before had on the same weekdays. */
import { addDays } from '../lib/time.ts';
import type { Day } from './span.ts';

/** Weeks that are looked back upon. */
export const USUAL_WEEKS = 8;
/** Fewer weeks do not say what is usual. */
export const MIN_USUAL_WEEKS = 3;
const DAYS_OF_WEEK = 7;

/**
 * Returns which of some weeks is the usual one: that with the median count, the larger of two middle ones, of equal ones the
 * first. It is one week rather than an average, so that the parts of its count add up to it. Undefined for too few weeks.
 */
export function findUsualWeek(counts: readonly number[]): number | undefined {
  if (counts.length < MIN_USUAL_WEEKS) return undefined;
  const weeks = counts.map((count, week) => ({ count, week })).sort((a, b) => a.count - b.count);
  const middle = weeks[weeks.length >> 1];
  return middle && weeks.find(({ count }) => count === middle.count)?.week;
}

/** Returns the same weekdays in each of the weeks before some days of at most a week, the newest first. */
export const listEarlierWeeks = ({ first, last }: { readonly first: Day; readonly last: Day }) =>
  Array.from({ length: USUAL_WEEKS }, (_, week) => {
    const days = -(week + 1) * DAYS_OF_WEEK;
    return { first: addDays(first, days), last: addDays(last, days) };
  });
