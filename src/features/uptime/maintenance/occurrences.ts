/** When maintenance windows begin and end. */
import { WEEKDAYS, type Weekday } from '../../../core/monitors.ts';
import type { Span } from '../../../core/span.ts';
import { addDays, startOfHour, toDay } from '../../../lib/time.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';

export interface OnceSchedule {
  readonly kind: 'once';
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

export interface WeeklySchedule {
  readonly kind: 'weekly';
  readonly weekdays: readonly Weekday[];
  /** Time of the day in the zone, such as `03:30`. */
  readonly startTime: string;
  /** At most a day. */
  readonly durationMinutes: number;
  readonly timeZone: string;
}

export type Schedule = OnceSchedule | WeeklySchedule;

/** Lists the times of a schedule that overlap a span, oldest first. */
export function listOccurrences(schedule: Schedule, { start, end }: Span): Span[] {
  const all =
    schedule.kind === 'once'
      ? [{ start: new Date(schedule.startsAtMs), end: new Date(schedule.endsAtMs) }]
      : listWeekly(schedule, { start, end });
  return all.filter(found => found.start < end && found.end > start);
}

function listWeekly(
  { weekdays, startTime, durationMinutes, timeZone }: WeeklySchedule,
  { start, end }: Span,
): Span[] {
  const [hour = 0, minute = 0] = startTime.split(':').map(Number);
  const found: Span[] = [];
  const last = toDay(end, timeZone);
  // One that began on the day before may reach into the span.
  for (let day = addDays(toDay(start, timeZone), -1); day <= last; day = addDays(day, 1)) {
    const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
    if (weekday === undefined || !weekdays.includes(weekday)) continue;
    const startMs = startOfHour(day, hour, timeZone).getTime() + minute * MINUTE_MS;
    found.push({ start: new Date(startMs), end: new Date(startMs + durationMinutes * MINUTE_MS) });
  }
  return found;
}
