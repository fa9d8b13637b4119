/** Schedule of insights. Source: decisions, section 7, Insights. */
import type { Site } from '../../core/site.ts';
import type { Day } from '../../core/span.ts';
import { addDays, startOfHour, toDay } from '../../lib/time.ts';

/** Hour in the zone of the account. */
const HOUR = 1;

/** Returns when the insights are due on a day; they are about the day before. */
export const dueTime = (day: Day, zone: string): Date => startOfHour(day, HOUR, zone);

/** Returns the next due time after an instant. */
export function nextDueTime(now: Date, zone: string): Date {
  const today = toDay(now, zone);
  const due = dueTime(today, zone);
  return due > now ? due : dueTime(addDays(today, 1), zone);
}

/** The day of an insight, and its due time. */
export interface DueDay {
  readonly day: Day;
  readonly dueAt: Date;
}

/** Returns whether a site is still to be analyzed for a day; one that did not exist at its due time has missed nothing. */
export const isDue = (
  { createdAt }: Pick<Site, 'createdAt'>,
  { day, dueAt }: DueDay,
  lastAnalyzed: Day | undefined,
): boolean => createdAt <= dueAt && (lastAnalyzed ?? '') < day;

/** Returns the day of the newest insight that is due, and its due time. */
export function lastDueDay(now: Date, zone: string): DueDay {
  const today = toDay(now, zone);
  const due = dueTime(today, zone);
  if (due <= now) return { day: addDays(today, -1), dueAt: due };
  const yesterday = addDays(today, -1);
  return { day: addDays(today, -2), dueAt: dueTime(yesterday, zone) };
}
