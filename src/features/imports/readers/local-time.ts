import { startOfHour } from '../../../lib/time.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})((?::\d{2}(?:\.\d+)?)?)$/;

/**
 * Creates the function that adds the zone to a time that names none: it is the local time of `timeZone`. A time that clocks
 * show twice is the first, one that they skip is after the gap. Other texts come back as they are.
 */
export function createAddZone(timeZone: string): (time: string) => string {
  if (timeZone === 'UTC') return time => (LOCAL.test(time) ? `${time}Z` : time);
  const hours = new Map<string, number>();
  return time => {
    const [, day = '', hour = '', minutes = '', seconds = ''] = LOCAL.exec(time) ?? [];
    if (day === '' || Number.isNaN(Date.parse(`${day}T${hour}:${minutes}:00Z`))) return time;
    const key = `${day} ${hour}`;
    let startMs = hours.get(key);
    if (startMs === undefined) {
      startMs = startOfHour(day, Number(hour), timeZone).getTime();
      hours.set(key, startMs);
    }
    const start = new Date(startMs + Number(minutes) * MINUTE_MS).toISOString();
    return `${start.slice(0, 16)}${seconds}Z`;
  };
}
