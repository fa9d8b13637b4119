/** The schedule of reports: when each is due, and which days it covers. */
import type { Day } from '../../core/span.ts';
import {
  addDays,
  bucketStart,
  countDays,
  daysBetween,
  nextBucket,
  startOfDay,
  startOfHour,
  toDay,
  type WeekStart,
} from '../../lib/time.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time-units.ts';
import type { Every } from './tables.ts';

/** Hour of the reader's zone. */
const HOUR = 7;
/** A report that is later than this is skipped. */
const MAX_DELAY_MS = 2 * DAY_MS;

/** The interval, week start and time zones of a report. */
export interface Calendar {
  readonly every: Every;
  /** The reader's. */
  readonly weekStart: WeekStart;
  readonly zone: string;
  /** Where the days of the report begin and end: the zone of the site, or of the account for a group. */
  readonly targetZone: string;
}

/** One occurrence of a report: its days, both included, and when it is due. */
export interface Occurrence {
  readonly first: Day;
  readonly last: Day;
  readonly dueAt: Date;
}

/** Returns the occurrence about the period before the one that begins on a day. It is due once those days have ended in both zones. */
function occurrenceBefore(start: Day, { every, weekStart, zone, targetZone }: Calendar): Occurrence {
  const last = addDays(start, -1);
  const dueMs = Math.max(startOfHour(start, HOUR, zone).getTime(), startOfDay(start, targetZone).getTime());
  return { first: bucketStart(last, every, weekStart), last, dueAt: new Date(dueMs) };
}

const currentStart = (now: Date, { every, weekStart, zone }: Calendar): Day =>
  bucketStart(toDay(now, zone), every, weekStart);

/** Returns the last occurrence that was due by an instant. */
export function lastOccurrence(now: Date, calendar: Calendar): Occurrence {
  const start = currentStart(now, calendar);
  const occurrence = occurrenceBefore(start, calendar);
  return occurrence.dueAt <= now
    ? occurrence
    : occurrenceBefore(bucketStart(addDays(start, -1), calendar.every, calendar.weekStart), calendar);
}

/** Returns the first occurrence that is due after an instant. */
export function nextOccurrence(now: Date, calendar: Calendar): Occurrence {
  const start = currentStart(now, calendar);
  const occurrence = occurrenceBefore(start, calendar);
  return occurrence.dueAt > now ? occurrence : occurrenceBefore(nextBucket(start, calendar.every), calendar);
}

/** Checks whether an occurrence may still be sent. */
export const isInTime = ({ dueAt }: Pick<Occurrence, 'dueAt'>, now: Date): boolean =>
  now.getTime() - dueAt.getTime() <= MAX_DELAY_MS;

/**
 * Checks whether at least half of an occurrence's days are after the last day reported: after a change of the week start,
 * the time zone or the clock no days are reported twice.
 */
export const hasNewDays = ({ first, last }: Occurrence, lastDate: Day | null): boolean =>
  lastDate === null || daysBetween(lastDate, last) * 2 >= countDays(first, last);

/** Checks whether the last day reported is in the future: the clock was ahead and has been set back since. */
export const isInFuture = (lastDate: Day | null, now: Date): boolean =>
  lastDate !== null && lastDate > addDays(toDay(now, 'UTC'), 1);

/** Returns the first occurrence after an instant that will be mailed: one with too few new days is skipped. */
export function nextNewOccurrence(now: Date, calendar: Calendar, lastDate: Day | null): Occurrence {
  const next = nextOccurrence(now, calendar);
  return isInFuture(lastDate, now) || hasNewDays(next, lastDate)
    ? next
    : nextOccurrence(next.dueAt, calendar);
}

/** Largest difference between two time zones. */
const MAX_ZONE_OFFSET_MS = 26 * HOUR_MS;

/**
 * Checks whether a report may be due in whatever zone its days are, given its occurrence in the reader's zone. Days of
 * another zone may end later than there, never earlier.
 */
export function mayBeDue(
  ownOccurrence: Occurrence,
  { createdAt, lastDate }: { readonly createdAt: Date; readonly lastDate: Day | null },
  now: Date,
): boolean {
  const dueAt = new Date(ownOccurrence.dueAt.getTime() + MAX_ZONE_OFFSET_MS);
  return (
    hasNewDays(ownOccurrence, lastDate) && isInTime({ dueAt }, now) && existedWhenDue(createdAt, dueAt, now)
  );
}

/** Checks whether a report existed when an occurrence was due: one that was added afterwards has missed nothing. */
export const existedWhenDue = (createdAt: Date, dueAt: Date, now: Date): boolean =>
  // A creation in the future was recorded before the clock was set back.
  createdAt <= dueAt || createdAt > now;
