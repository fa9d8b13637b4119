/** Days of a calendar, as texts such as `2026-11-21`, which sort by time. */
export type Day = string;

const DAY_MS = 86_400_000;

export const isDay = (text: string | null): text is Day =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && formatUtcDay(Date.parse(text)) === text;

const formatUtcDay = (ms: number): Day => (Number.isNaN(ms) ? '' : new Date(ms).toISOString().slice(0, 10));

/** The day that it is somewhere at an instant. */
export function toDay(instant: Date, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return parts.format(instant);
}

export const addDays = (day: Day, count: number): Day => formatUtcDay(Date.parse(day) + count * DAY_MS);

/** How many days a range has, both ends counted. */
export const countDays = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
