/**
 * Days of a site: from midnight to midnight in the zone that its rows are stored by. Statements know no zones: they compare the
 * dates in `day`, which rows have from here, and instants.
 */
import { addDays, startOfDay, toDay } from '../lib/time.ts';
import { DAY_MS, SECOND_MS } from '../lib/time-units.ts';
import type { Span } from './span.ts';

/** The zone of the days of a site that has none. */
export const DEFAULT_ZONE = 'UTC';

/** Consecutive dates, each as its midnight in UTC, as the engine returns dates; half-open. */
export interface DaySpan {
  readonly start: Date;
  readonly end: Date;
}

const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
const fromDate = (date: Date): string => date.toISOString().slice(0, 10);

/** Returns the date of an instant. */
export const dateOf = (instant: Date, zone = DEFAULT_ZONE): Date => toDate(toDay(instant, zone));

/** Returns the instant that a date begins at. */
export const startOfDate = (date: Date, zone = DEFAULT_ZONE): Date => startOfDay(fromDate(date), zone);

/** Returns the midnight at or before an instant. */
export const toMidnight = (instant: Date, zone = DEFAULT_ZONE): Date =>
  startOfDay(toDay(instant, zone), zone);

/** Returns the midnight at or after an instant. */
export const nextMidnight = (instant: Date, zone = DEFAULT_ZONE): Date => {
  const midnight = toMidnight(instant, zone);
  return midnight < instant ? startOfDay(addDays(toDay(instant, zone), 1), zone) : midnight;
};

/** Returns the days that a span is in, whole. */
export const coverDays = ({ start, end }: Span, zone?: string): Span => ({
  start: toMidnight(start, zone),
  end: nextMidnight(end, zone),
});

/** Returns the dates of a span that is in whole days, or that of the days that it is in. */
export const toDays = (span: Span, zone?: string): DaySpan => ({
  start: dateOf(span.start, zone),
  end: dateOf(nextMidnight(span.end, zone), zone),
});

/** Returns the instants of dates, both included. */
export const spanOfDates = (first: Date, last: Date, zone?: string): Span => ({
  start: startOfDate(first, zone),
  end: startOfDate(new Date(+last + DAY_MS), zone),
});

/** Returns whether every edge is a midnight. */
export const areMidnights = (edges: readonly Date[], zone?: string): boolean =>
  edges.every(edge => +edge === +toMidnight(edge, zone));

/** What clocks of a zone are ahead of UTC, from an instant on. */
export interface Offset {
  readonly from: Date;
  readonly offsetMs: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

const offsetAt = (instantMs: number, zone: string): number => {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  const secondMs = Math.floor(instantMs / SECOND_MS) * SECOND_MS;
  return Date.parse(`${clock.format(secondMs).replace(' ', 'T')}Z`) - secondMs;
};

/** Lists the offsets of a zone within a span, the first from its start on. */
export const listOffsets = ({ start, end }: Span, zone: string): Offset[] => {
  const offsets = [{ from: start, offsetMs: offsetAt(+start, zone) }];
  if (zone === DEFAULT_ZONE) return offsets;
  for (let atMs = +start; atMs < +end; atMs += DAY_MS) {
    let [before, after] = [atMs, Math.min(atMs + DAY_MS, +end)];
    const offsetMs = offsetAt(after, zone);
    const last = offsets.at(-1)?.offsetMs;
    if (offsetMs === last) continue;
    while (after - before > SECOND_MS) {
      const middle = before + Math.floor((after - before) / 2);
      if (offsetAt(middle, zone) === last) before = middle;
      else after = middle;
    }
    offsets.push({ from: new Date(Math.floor(after / SECOND_MS) * SECOND_MS), offsetMs });
  }
  return offsets;
};
