/** When insights are made. Source: decisions, section 7, Insights. */
import type { Day } from '../../core/span.ts';
import { addDays, clockTimeOf, dayOf } from '../../lib/time.ts';

/** Hour of the account's zone. */
const HOUR = 1;

/** When a day's insights are due, that is those of the day before. */
export const dueOn = (day: Day, zone: string): Date => clockTimeOf(day, HOUR, zone);

/** The next time they are due, after an instant. */
export function nextDue(now: Date, zone: string): Date {
  const today = dayOf(now, zone);
  const due = dueOn(today, zone);
  return due > now ? due : dueOn(addDays(today, 1), zone);
}

/** The last day that insights can be about: the one before the last time they were due. */
export function lastDay(now: Date, zone: string): { readonly day: Day; readonly dueAt: Date } {
  const today = dayOf(now, zone);
  const due = dueOn(today, zone);
  if (due <= now) return { day: addDays(today, -1), dueAt: due };
  const yesterday = addDays(today, -1);
  return { day: addDays(today, -2), dueAt: dueOn(yesterday, zone) };
}
