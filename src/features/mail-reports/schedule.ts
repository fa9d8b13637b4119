/** When reports are mailed, and about which days. */
import type { Day } from '../../core/span.ts';
import {
  addDays,
  bucketStart,
  clockTimeOf,
  dayOf,
  daysBetween,
  nextBucket,
  startOfDay,
  type WeekStart,
} from '../../lib/time.ts';
import { DAY_MS, HOUR_MS } from '../../lib/time-units.ts';
import type { Every } from './tables.ts';

/** Hour of the reader's zone. */
const HOUR = 7;
/** What is missed by more is not made up for: the next one is nearer. */
const MAX_DELAY_MS = 2 * DAY_MS;

/** Whose weeks, hours and days count. */
export interface Calendar {
  readonly every: Every;
  /** The reader's. */
  readonly weekStart: WeekStart;
  readonly zone: string;
  /** The zone of the account, in which the days of its reports begin and end. */
  readonly accountZone: string;
}

/** One report of many: its days, both included, and when it is due. */
export interface Occurrence {
  readonly first: Day;
  readonly last: Day;
  readonly dueAt: Date;
}

/** The issue about the period before the one that begins on a day. It waits for days that end later than the reader's. */
function occurrenceBefore(start: Day, { every, weekStart, zone, accountZone }: Calendar): Occurrence {
  const last = addDays(start, -1);
  const dueMs = Math.max(clockTimeOf(start, HOUR, zone).getTime(), startOfDay(start, accountZone).getTime());
  return { first: bucketStart(last, every, weekStart), last, dueAt: new Date(dueMs) };
}

const currentStart = (now: Date, { every, weekStart, zone }: Calendar): Day =>
  bucketStart(dayOf(now, zone), every, weekStart);

/** The last issue that was due by an instant. */
export function lastOccurrence(now: Date, calendar: Calendar): Occurrence {
  const start = currentStart(now, calendar);
  const issue = occurrenceBefore(start, calendar);
  return issue.dueAt <= now
    ? issue
    : occurrenceBefore(bucketStart(addDays(start, -1), calendar.every, calendar.weekStart), calendar);
}

/** The first issue that is due after an instant. */
export function nextOccurrence(now: Date, calendar: Calendar): Occurrence {
  const start = currentStart(now, calendar);
  const issue = occurrenceBefore(start, calendar);
  return issue.dueAt > now ? issue : occurrenceBefore(nextBucket(start, calendar.every), calendar);
}

/** Whether what was due at an instant may still be made up for. */
export const isInTime = ({ dueAt }: Pick<Occurrence, 'dueAt'>, now: Date): boolean =>
  now.getTime() - dueAt.getTime() <= MAX_DELAY_MS;

/**
 * Whether at least half of an issue's days come after the last day reported: weeks that have come to begin on another
 * day, another zone and a clock that was set back bring nothing twice.
 */
export const hasNewDays = ({ first, last }: Occurrence, lastDate: Day | null): boolean =>
  lastDate === null || daysBetween(lastDate, last) * 2 >= daysBetween(first, last) + 1;

/** Whether days have been reported that are still to come: a clock that ran ahead has been set back since. */
export const isInFuture = (lastDate: Day | null, now: Date): boolean =>
  lastDate !== null && lastDate > addDays(dayOf(now, 'UTC'), 1);

/** The first issue after an instant that will be mailed: one that brings too few new days is left out. */
export function nextNewOccurrence(now: Date, calendar: Calendar, lastDate: Day | null): Occurrence {
  const next = nextOccurrence(now, calendar);
  return isInFuture(lastDate, now) || hasNewDays(next, lastDate)
    ? next
    : nextOccurrence(next.dueAt, calendar);
}

/** No zone's days begin later than another's by more. */
const MAX_ZONE_OFFSET_MS = 26 * HOUR_MS;

/**
 * Whether an issue can be due for a report, in whatever zone the days of its account are, by the issue that it were in
 * the reader's own. There days of another zone may be over later, never earlier.
 */
export function mayBeDue(
  own: Occurrence,
  { createdAt, lastDate }: { readonly createdAt: Date; readonly lastDate: Day | null },
  now: Date,
): boolean {
  const dueAt = new Date(own.dueAt.getTime() + MAX_ZONE_OFFSET_MS);
  return hasNewDays(own, lastDate) && isInTime({ dueAt }, now) && existedWhenDue(createdAt, dueAt, now);
}

/** Whether a report was there when an issue was due: one that was chosen afterwards has missed nothing. */
export const existedWhenDue = (createdAt: Date, dueAt: Date, now: Date): boolean =>
  // What lies in the future was written by a clock that has been set back since.
  createdAt <= dueAt || createdAt > now;
