/** Formats figures, days and names for the texts of insights. */
import type { Day } from '../../../core/span.ts';
import { createDayFormat, formatNumber, pluralize } from '../../../lib/english.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';

/** Formats a count with its noun: `1,234 visits`, `1 visit`, `no visits`. */
export const formatCount = (count: number, noun: string): string =>
  count === 0 ? `no ${noun}s` : pluralize(count, noun);

/** Returns the change from one count to another in whole percent, without its sign; null for a change from 0. */
export const percentChange = (current: number, previous: number): number | null =>
  previous === 0 ? null : Math.round((Math.abs(current - previous) / previous) * 100);

/** Formats a share in percent: `42%`. A part is never rounded to nothing or to the whole. */
export function formatShare(part: number, whole: number): string {
  const value = whole === 0 ? 0 : (part / whole) * 100;
  if (value > 0 && value < 0.5) return 'less than 1%';
  return value < 100 && value >= 99.5 ? 'more than 99%' : formatPercent(value);
}

/** `42%`. */
export const formatPercent = (value: number): string => `${formatNumber(Math.round(value))}%`;

const weekday = createDayFormat({ weekday: 'long' });
const dayAndMonth = createDayFormat({ day: 'numeric', month: 'long' });
const fullDay = createDayFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

const toNoon = (day: Day): Date => new Date(`${day}T12:00:00Z`);

/** `9 March`. */
export const formatDayAndMonth = (day: Day): string => dayAndMonth().format(toNoon(day));

/** `Monday, 9 March`. */
export const formatDay = (day: Day): string => `${weekday().format(toNoon(day))}, ${formatDayAndMonth(day)}`;

/** `Monday, 9 March 2026`. */
export const formatFullDay = (day: Day): string =>
  fullDay()
    .format(toNoon(day))
    .replace(/^(\w+) /, '$1, ');

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats the local time of a zone: `14:00`. */
export function formatTime(instant: Date, zone: string): string {
  let clock = clocks.get(zone);
  if (!clock) {
    // Creating a formatter takes longer than all formatting for a site.
    clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone });
    clocks.set(zone, clock);
  }
  return clock.format(instant);
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
/** Countries whose names take an article. */
const WITH_ARTICLE =
  /^(United|Netherlands|Philippines|Bahamas|Maldives|Gambia|Dominican|Czech Republic|.* Islands$)/;

/** Formats a country code as the country's name within a sentence. */
export function formatCountry(code: string): string {
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX') return 'unknown countries';
  const name = regions.of(code) ?? code;
  return WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

/** Formats a kind of device as a plural within a sentence. */
export const formatDevices = (device: string): string =>
  device === 'mobile' ? 'phones and tablets' : 'desktop computers';

/** Control characters, including those of text direction and of lines. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Returns untrusted text as one line of visible characters, truncated when it is long. */
export function formatName(text: string, maxLength: number): string {
  const clean = text.toWellFormed().replace(INVISIBLE, ' ').trim();
  const characters = [...clean];
  return characters.length <= maxLength ? clean : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** Returns a duration in minutes, one at least. */
export const toMinutes = (ms: number): number => Math.max(1, Math.round(ms / MINUTE_MS));

/** Formats a duration roughly: `25 minutes`, `3 hours`, `4 days`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.round(minutes / 60);
  if (minutes < 90) return formatCount(minutes, 'minute');
  return hours < 72 ? formatCount(hours, 'hour') : formatCount(Math.round(hours / 24), 'day');
}

/** Formats a duration roughly. */
export const formatDuration = (ms: number): string => formatMinutes(toMinutes(ms));
