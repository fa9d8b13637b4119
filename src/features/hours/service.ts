import type { HitQuery, HitStore, ReadOptions } from '../../core/hit-store.ts';
import type { Period } from '../../http/period.ts';
import { HOURS_OF_WEEK, hoursOfWeekOf } from '../../lib/hours-of-week.ts';

/** Hits of a period's days by their hour of the week, in the period's zone: 168 counts, Monday at midnight first. */
export async function countHoursOfWeek(
  hits: Pick<HitStore, 'series'>,
  { query, period }: { readonly query: HitQuery; readonly period: Period },
  options: ReadOptions,
): Promise<number[]> {
  const { edges, places } = hoursOfWeekOf(period, period.zone);
  const buckets = await hits.series(query, edges, options);
  const counts = new Array<number>(HOURS_OF_WEEK).fill(0);
  for (const [index, place] of places.entries())
    counts[place] = (counts[place] ?? 0) + (buckets[index]?.hits ?? 0);
  return counts;
}
