import type { HitQuery, HitStore, ReadOptions } from '../../core/hit-store.ts';
import type { Period } from '../../http/period.ts';
import { HOURS_OF_WEEK, hoursOfWeekOf } from '../../lib/hours-of-week.ts';
import { addDays, bucketsOf } from '../../lib/time.ts';

/** Of so many months and more it is first asked which have hits at all: a single old one makes all time very long. */
const MANY_MONTHS = 26;

interface Asked {
  readonly query: HitQuery;
  readonly period: Period;
}

/** Hits of a period's days by their hour of the week, in the period's zone: 168 counts, Monday at midnight first. */
export async function countHoursOfWeek(
  hits: Pick<HitStore, 'series'>,
  asked: Asked,
  options: ReadOptions,
): Promise<number[]> {
  const { edges, places } = await hoursToAsk(hits, asked, options);
  const buckets = await hits.series(asked.query, edges, options);
  const counts = new Array<number>(HOURS_OF_WEEK).fill(0);
  for (const [index, place] of places.entries())
    counts[place] = (counts[place] ?? 0) + (buckets[index]?.hits ?? 0);
  return counts;
}

type Hours = ReturnType<typeof hoursOfWeekOf>;

/** The hours of a period, over the whole of it: filters may ask what else a visitor did there. A month without hits is one of them. */
async function hoursToAsk(
  hits: Pick<HitStore, 'series'>,
  { query, period }: Asked,
  options: ReadOptions,
): Promise<Hours> {
  const { first, last, zone } = period;
  const months = bucketsOf(period, 'month', zone, 'monday');
  if (months.days.length < MANY_MONTHS) return hoursOfWeekOf(period, zone);
  const found = await hits.series(query, months.edges, options);
  const edges: Date[] = [];
  const places: number[] = [];
  for (const [index, day] of months.days.entries()) {
    const next = months.days[index + 1];
    // Into the last one hits may come right now.
    const isAsked = next === undefined || (found[index]?.hits ?? 0) > 0;
    const month = { first: day < first ? first : day, last: next === undefined ? last : addDays(next, -1) };
    const hours = isAsked ? hoursOfWeekOf(month, zone) : { edges: months.edges.slice(index), places: [0] };
    for (const [at, place] of hours.places.entries()) {
      edges.push(hours.edges[at] ?? period.span.start);
      places.push(place);
    }
  }
  return { edges: [...edges, period.span.end], places };
}
