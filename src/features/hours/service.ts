import type { HitQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { HOURS_OF_WEEK, listHoursOfWeek } from '../../lib/hours-of-week.ts';
import { addDays, toBuckets } from '../../lib/time.ts';
import type { Period } from '../../reports/period.ts';

/** From this many months on, months without hits are found first: a single old hit makes all time very long. */
const MIN_MONTHS_TO_SKIP = 26;

interface PeriodQuery {
  readonly query: HitQuery;
  readonly period: Period;
}

/** Counts hits of a period by their hour of the week, in the period's zone: 168 counts, Monday at midnight first. */
export async function countHoursOfWeek(
  hits: Pick<HitStore, 'series'>,
  target: PeriodQuery,
  options: ReadOptions,
): Promise<number[]> {
  const { edges, places } = await hoursToQuery(hits, target, options);
  const buckets = await hits.series(target.query, edges, options);
  const counts = new Array<number>(HOURS_OF_WEEK).fill(0);
  for (const [index, place] of places.entries())
    counts[place] = (counts[place] ?? 0) + (buckets[index]?.hits ?? 0);
  return counts;
}

type Hours = ReturnType<typeof listHoursOfWeek>;

/** Returns the buckets of a period; a month without hits is one bucket. They cover the whole period, since filters may depend on it. */
async function hoursToQuery(
  hits: Pick<HitStore, 'series'>,
  { query, period }: PeriodQuery,
  options: ReadOptions,
): Promise<Hours> {
  const { first, last, zone } = period;
  const months = toBuckets(period, { interval: 'month', zone });
  if (months.days.length < MIN_MONTHS_TO_SKIP) return listHoursOfWeek(period, zone);
  const found = await hits.series(query, months.edges, options);
  const edges: Date[] = [];
  const places: number[] = [];
  for (const [index, day] of months.days.entries()) {
    const next = months.days[index + 1];
    // Hits may still arrive in the last month.
    const isSplit = next === undefined || (found[index]?.hits ?? 0) > 0;
    const month = { first: day < first ? first : day, last: next === undefined ? last : addDays(next, -1) };
    const hours = isSplit ? listHoursOfWeek(month, zone) : { edges: months.edges.slice(index), places: [0] };
    for (const [at, place] of hours.places.entries()) {
      edges.push(hours.edges[at] ?? period.span.start);
      places.push(place);
    }
  }
  return { edges: [...edges, period.span.end], places };
}
