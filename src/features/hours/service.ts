import type { HitQuery, ReadOptions } from '../../core/hits/query.ts';
import type { HitStore } from '../../core/hits/store.ts';
import { HOURS_OF_WEEK, listHoursOfWeek } from '../../lib/hours-of-week.ts';
import { median } from '../../lib/median.ts';
import { addDays, toBuckets } from '../../lib/time.ts';
import { DAY_MS } from '../../lib/time-units.ts';
import type { Period } from '../../reports/period.ts';

/** From this many months on, months without hits are found first: a single old hit makes all time very long. */
const MIN_MONTHS_TO_SKIP = 26;
const WEEK_MS = 7 * DAY_MS;

interface PeriodQuery {
  readonly query: HitQuery;
  readonly period: Period;
}

/** The hits of an hour of the week. */
interface HourOfWeek {
  readonly hits: number;
  /** Of the weeks in which such an hour has begun, the middle one's: a peak in one of them changes nothing. */
  readonly median: number;
}

/** Counts hits of a period by their hour of the week, in the period's zone: 168 hours, Monday at midnight first. */
export async function countHoursOfWeek(
  hits: Pick<HitStore, 'ask'>,
  target: PeriodQuery & { readonly now: Date },
  options: ReadOptions,
): Promise<HourOfWeek[]> {
  const { now, period } = target;
  const { edges, places } = await hoursToQuery(hits, target, options);
  const buckets = await hits.ask({ shape: 'series', ...target.query, edges }, options);
  const hours = Array.from({ length: HOURS_OF_WEEK }, () => ({ hits: 0, counts: [] as number[] }));
  for (const [index, place] of places.entries()) {
    const [hour, count] = [hours[place], buckets[index]?.hits ?? 0];
    if (!hour) continue;
    hour.hits += count;
    if ((edges[index] ?? now) <= now) hour.counts.push(count);
  }
  const weeks = Math.floor((Math.min(+period.span.end, +now) - +period.span.start) / WEEK_MS);
  return hours.map(({ hits: count, counts }) => {
    // Months without hits are not split into hours.
    const without = Array.from({ length: Math.max(0, weeks - counts.length) }, () => 0);
    return { hits: count, median: median([...counts, ...without]) };
  });
}

type Hours = ReturnType<typeof listHoursOfWeek>;

/** Returns the buckets of a period; a month without hits is one bucket. They cover the whole period, since filters may depend on it. */
async function hoursToQuery(
  hits: Pick<HitStore, 'ask'>,
  { query, period }: PeriodQuery,
  options: ReadOptions,
): Promise<Hours> {
  const { first, last, zone } = period;
  const months = toBuckets(period, { interval: 'month', zone });
  if (months.days.length < MIN_MONTHS_TO_SKIP) return listHoursOfWeek(period, zone);
  const found = await hits.ask({ shape: 'series', ...query, edges: months.edges }, options);
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
