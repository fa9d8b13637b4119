/**
 * Calendar arithmetic across time zones. Instants are UTC; days are `YYYY-MM-DD` in a named zone.
 * A zone's day may last 23 or 25 hours, or begin at 01:00 where midnight was skipped.
 */
import { DAY_MS, HOUR_MS, QUARTER_HOUR_MS } from './time-units.ts';

const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** Finds a zone in the machine's table by its name in any case, such as `Europe/Berlin`; an old name such as `US/Eastern` stays. */
export function findTimeZone(name: string): string | undefined {
  // Offsets such as `+05:30` are understood, too, but name no zone.
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

export const isTimeZone = (name: string): boolean => findTimeZone(name) !== undefined;

/** The first and the last day: days a little before and after are written in the same form and compare as texts. */
export const DAYS = { first: '1000-01-01', last: '9998-12-31' } as const;

/** Whether the text is a day of the calendar written `YYYY-MM-DD`, within `DAYS`; 2024-02-30 is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < DAYS.first || text > DAYS.last) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

const INSTANT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** Whether the text is an instant as ISO 8601 writes it: a day of the calendar, a time with or without seconds, and a zone. */
export function isInstant(text: string): boolean {
  const day = INSTANT.exec(text)?.[1];
  return day !== undefined && isDay(day);
}

const ZONELESS = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/i;

/** The text with the zone of an instant: `Z` where it names none. */
export const withZone = (text: string): string => (ZONELESS.test(text) ? `${text}Z` : text);

/** A day of a zone, and the instants that it lies between. */
interface DaySpan {
  readonly day: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** By zone the day that was last asked for: most instants are now. */
const lastDays = new Map<string, DaySpan>();

/**
 * The day that an instant falls on in a zone: the last that `startOfDay` lets begin by then, also where clocks that were set back
 * showed the end of the day before once more.
 */
export function toDay(instant: Date, zone: string): string {
  const ms = instant.getTime();
  const last = lastDays.get(zone);
  if (last && ms >= last.startMs && ms < last.endMs) return last.day;
  const found = findDay(ms, zone);
  lastDays.set(zone, found);
  return found.day;
}

function findDay(ms: number, zone: string): DaySpan {
  let day = zone === 'UTC' ? new Date(ms).toISOString().slice(0, 10) : getFormatter(zone).format(ms);
  if (!isDay(day)) return { day, startMs: ms, endMs: ms };
  while (ms < startOfDay(day, zone).getTime()) day = addDays(day, -1);
  while (ms >= startOfDay(addDays(day, 1), zone).getTime()) day = addDays(day, 1);
  return {
    day,
    startMs: startOfDay(day, zone).getTime(),
    endMs: startOfDay(addDays(day, 1), zone).getTime(),
  };
}

/** Returns the day a number of days later (earlier if negative). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one to another: 1 from a day to the next. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Counts the days of a range, both ends included. */
export const countDays = (first: string, last: string): number => daysBetween(first, last) + 1;

/** The same day a year later (1) or earlier (-1); of 29 February the 28th. */
export function addYears(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  return `${year}${day.endsWith('-02-29') ? '-02-28' : day.slice(4)}`;
}

const starts = new Map<string, number>();
const MAX_REMEMBERED_STARTS = 20_000;

/** The first instant of a day in a zone. */
export function startOfDay(day: string, zone: string): Date {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  if (zone === 'UTC') return new Date(utcMidnight);
  const key = `${zone} ${day}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = searchStart(day, zone, utcMidnight);
    if (starts.size >= MAX_REMEMBERED_STARTS) starts.clear();
    starts.set(key, start);
  }
  return new Date(start);
}

/** Bisects between an instant surely before the day and one surely after its start; whole seconds are fine enough. */
function searchStart(day: string, zone: string, utcMidnight: number): number {
  let before = utcMidnight - 26 * HOUR_MS;
  let after = utcMidnight + 26 * HOUR_MS;
  while (after - before > 1000) {
    const middle = before + Math.floor((after - before) / 2000) * 1000;
    if (getFormatter(zone).format(middle) < day) before = middle;
    else after = middle;
  }
  return after;
}

/** How a date series is cut. */
export const INTERVALS = ['day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];
export const WEEK_STARTS = ['monday', 'sunday'] as const;
export type WeekStart = (typeof WEEK_STARTS)[number];

/** First day of the bucket that a day belongs to. */
export function bucketStart(day: string, interval: Interval, weekStart: WeekStart): string {
  if (interval === 'day') return day;
  if (interval === 'month') return `${day.slice(0, 7)}-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay(); // 0 is Sunday
  return addDays(day, -(weekStart === 'monday' ? (weekday + 6) % 7 : weekday));
}

/** First day of the bucket after the one that begins on a day. */
export function nextBucket(start: string, interval: Interval): string {
  if (interval === 'day') return addDays(start, 1);
  if (interval === 'week') return addDays(start, 7);
  return `${addDays(`${start.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
}

/**
 * Divides the days from first to last (both inclusive) into buckets: each one's first day, and the n + 1 instants between
 * which they lie. The first and last bucket are cut to the range, so that nothing outside it is counted;
 * their labels still name the whole bucket's first day.
 */
export function toBuckets(
  range: { readonly first: string; readonly last: string },
  {
    interval,
    zone,
    weekStart = 'monday',
  }: { readonly interval: Interval; readonly zone: string; readonly weekStart?: WeekStart },
): { readonly days: string[]; readonly edges: Date[] } {
  const days: string[] = [];
  const edges: Date[] = [];
  const end = addDays(range.last, 1);
  for (
    let start = bucketStart(range.first, interval, weekStart);
    start < end;
    start = nextBucket(start, interval)
  ) {
    days.push(start);
    edges.push(startOfDay(start < range.first ? range.first : start, zone));
  }
  edges.push(startOfDay(end, zone));
  return { days, edges };
}

/**
 * Hours of the days from first to last (both inclusive), counted from the beginning of each: the n + 1 instants between
 * which they lie. A day of 23 or 25 hours has as many; where a day ends within an hour, that one is shorter.
 */
export function listHours(range: { readonly first: string; readonly last: string }, zone: string): Date[] {
  const edges: Date[] = [];
  for (let day = range.first; day <= range.last; day = addDays(day, 1)) {
    const endMs = startOfDay(addDays(day, 1), zone).getTime();
    for (let hourMs = startOfDay(day, zone).getTime(); hourMs < endMs; hourMs += HOUR_MS)
      edges.push(new Date(hourMs));
  }
  return [...edges, startOfDay(addDays(range.last, 1), zone)];
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Returns the hour that clocks of a zone show: 0 to 23. */
export function toHour(instantMs: number, zone: string): number {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
    clocks.set(zone, clock);
  }
  return Number(clock.format(instantMs));
}

/**
 * Returns when clocks of a zone first show an hour, or a later one, on a day: where the hour is skipped, when they jump;
 * where it comes twice, the first.
 */
export function startOfHour(day: string, hour: number, zone: string): Date {
  const startMs = startOfDay(day, zone).getTime();
  const endMs = startOfDay(addDays(day, 1), zone).getTime();
  // Zones change their clocks at whole quarters of an hour, and their days begin at one.
  for (let atMs = startMs; atMs < endMs; atMs += QUARTER_HOUR_MS)
    if (toHour(atMs, zone) >= hour) return new Date(atMs);
  return new Date(endMs);
}
