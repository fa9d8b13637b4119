/** Finds the usual hits of some days: the median of the same weekdays in earlier weeks. */
import type { HitQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { median } from '../../lib/median.ts';
import { addDays, countDays, toBuckets } from '../../lib/time.ts';
import type { Period } from '../../reports/period.ts';

export interface Usual {
  readonly hits: number;
  /** Number of weeks that it is the median of. */
  readonly weeks: number;
}

const MAX_WEEKS = 8;
const DAYS_OF_WEEK = 7;

/** Creates the function that returns what is usual; null for more than a week, and where the site had no hits before. */
export const createFindUsual =
  (hits: Pick<HitStore, 'series' | 'earliest'>) =>
  async (
    query: HitQuery,
    { first, last, zone }: Pick<Period, 'first' | 'last' | 'zone'>,
    options: ReadOptions,
  ): Promise<Usual | null> => {
    const dayCount = countDays(first, last);
    if (dayCount > DAYS_OF_WEEK) return null;
    const range = { first: addDays(first, -MAX_WEEKS * DAYS_OF_WEEK), last: addDays(first, -1) };
    const { edges } = toBuckets(range, { interval: 'day', zone });
    const [days, earliest] = await Promise.all([
      hits.series(query, edges, options),
      hits.earliest(query.siteId, options),
    ]);
    const weeks = Array.from({ length: MAX_WEEKS }, (_, week) => week * DAYS_OF_WEEK)
      // The week in which the site began is not representative.
      .filter(start => earliest !== null && earliest <= (edges[start] ?? new Date(0)))
      .map(start => days.slice(start, start + dayCount).reduce((sum, day) => sum + day.hits, 0));
    return weeks.length === 0 ? null : { hits: Math.round(median(weeks)), weeks: weeks.length };
  };
