import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/time-units.ts';
import type { QuietHours } from './settings.ts';

const DAY_MINUTES = DAY_MS / MINUTE_MS;
const CLOCK_CHANGE_MINUTES = HOUR_MS / MINUTE_MS;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the minute of the day that clocks of a zone show. */
function toMinuteOfDay(instantMs: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clocks.set(zone, clock);
  }
  return parseMinuteOfDay(clock.format(instantMs));
}

const parseMinuteOfDay = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Minutes from one time of the day to the next time that clocks show another: 0 to a day. */
const minutesUntil = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES;

/** Returns an instant outside of quiet hours: the given one, or their end. */
export function afterQuietHours(quiet: QuietHours, instant: Date, zone: string): Date {
  const from = parseMinuteOfDay(quiet.from);
  const until = parseMinuteOfDay(quiet.until);
  const now = toMinuteOfDay(instant.getTime(), zone);
  if (minutesUntil(from, now) >= minutesUntil(from, until)) return instant;
  const startOfMinuteMs = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS;
  const endMs = startOfMinuteMs + minutesUntil(now, until) * MINUTE_MS;
  // Clocks that change in between show another time by then.
  const late = minutesUntil(until, toMinuteOfDay(endMs, zone));
  if (late === 0) return new Date(endMs);
  const correction = late <= 2 * CLOCK_CHANGE_MINUTES ? -late : DAY_MINUTES - late;
  return new Date(endMs + correction * MINUTE_MS);
}
