/** Hours of the week across time zones. */
import { addDays, startOfDay, toHour } from './time.ts';
import { DAY_MS, HOUR_MS, QUARTER_HOUR_MS } from './time-units.ts';

export const HOURS_OF_DAY = 24;
export const HOURS_OF_WEEK = 7 * HOURS_OF_DAY;

/**
 * Lists the hours of the local clock on the days from first to last (both inclusive): the n + 1 instants between which
 * they lie, and for each of the n its place in a week, from 0 for Monday at midnight to 167. Where the clock is put
 * back one hour is longer, and where it is put forward one is missing, or only half as long.
 */
export function listHoursOfWeek(
  range: { readonly first: string; readonly last: string },
  zone: string,
): { readonly edges: Date[]; readonly places: number[] } {
  const edges: Date[] = [];
  const places: number[] = [];
  for (let day = range.first; day <= range.last; day = addDays(day, 1)) {
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    for (const { start, hour } of hoursOfDay(day, zone)) {
      edges.push(start);
      places.push(weekday * HOURS_OF_DAY + hour);
    }
  }
  return { edges: [...edges, startOfDay(addDays(range.last, 1), zone)], places };
}

/** Lists the hours of a day, each with its start. */
function hoursOfDay(day: string, zone: string): { readonly start: Date; readonly hour: number }[] {
  const startMs = startOfDay(day, zone).getTime();
  const endMs = startOfDay(addDays(day, 1), zone).getTime();
  if (endMs - startMs === DAY_MS)
    return Array.from({ length: HOURS_OF_DAY }, (_, hour) => ({
      start: new Date(startMs + hour * HOUR_MS),
      hour,
    }));
  // Clocks change by whole quarters of an hour: by 30 minutes on Lord Howe Island.
  const hours: { readonly start: Date; readonly hour: number }[] = [];
  for (let atMs = startMs; atMs < endMs; atMs += QUARTER_HOUR_MS) {
    const hour = toHour(atMs, zone);
    if (hours.at(-1)?.hour !== hour) hours.push({ start: new Date(atMs), hour });
  }
  return hours;
}
