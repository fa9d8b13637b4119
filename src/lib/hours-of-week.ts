/** Hours of the week across time zones. */
import { addDays, hoursOf } from './time.ts';

export const HOURS_OF_DAY = 24;
export const HOURS_OF_WEEK = 7 * HOURS_OF_DAY;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clock on the wall says: whole hours, 0 to 23. */
function hourOf(instant: Date, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
    clocks.set(zone, clock);
  }
  return Number(clock.format(instant));
}

/**
 * Hours of the days from first to last (both inclusive): the n + 1 instants between which they lie, and for each of the
 * n its place in a week, from 0 for Monday at midnight to 167. On a day whose clock is put back one place comes twice,
 * and where it is put forward one is missing.
 */
export function hoursOfWeekOf(
  range: { readonly first: string; readonly last: string },
  zone: string,
): { readonly edges: Date[]; readonly places: number[] } {
  const edges = hoursOf(range, zone);
  const places: number[] = [];
  for (let day = range.first; day <= range.last; day = addDays(day, 1)) {
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    const count = hoursOf({ first: day, last: day }, zone).length - 1;
    for (let hour = 0; hour < count; hour++) {
      const edge = edges[places.length];
      const shown = count === HOURS_OF_DAY || !edge ? hour : hourOf(edge, zone);
      places.push(weekday * HOURS_OF_DAY + shown);
    }
  }
  return { edges, places };
}
