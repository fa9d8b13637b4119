/** How figures, days and names are written: in one place, so that they are the same in every text. */
import type { Day } from '../../../core/span.ts';

const numbers = new Intl.NumberFormat('en-US');

/** `1,234`. */
export const figure = (count: number): string => numbers.format(Math.round(count));

/** `1,234 hits`, `1 hit`, `no hits`. */
export const counted = (count: number, noun: string): string =>
  `${amount(count, 'no')} ${noun}${count === 1 ? '' : 's'}`;

/** `1,234`; of nothing the word for it. */
export const amount = (count: number, nothing = 'none'): string =>
  Math.round(count) === 0 ? nothing : figure(count);

/** Change from one count to another in whole percent, without its sign; null where there was nothing. */
export const changeOf = (current: number, previous: number): number | null =>
  previous === 0 ? null : Math.round((Math.abs(current - previous) / previous) * 100);

/** Part of a whole in percent: `42%`, and never none or all of it for what is not quite that. */
export function shareInWords(part: number, whole: number): string {
  const value = whole === 0 ? 0 : (part / whole) * 100;
  if (value > 0 && value < 0.5) return 'less than 1%';
  return value < 100 && value >= 99.5 ? 'more than 99%' : percent(value);
}

/** The beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `42%`. */
export const percent = (value: number): string => `${figure(value)}%`;

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const fullDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const noonOf = (day: Day): Date => new Date(`${day}T12:00:00Z`);

/** `9 March`. */
export const dateInWords = (day: Day): string => dayAndMonth.format(noonOf(day));

/** `Monday, 9 March`. */
export const dayInWords = (day: Day): string => `${weekday.format(noonOf(day))}, ${dateInWords(day)}`;

/** `Monday, 9 March 2026`. */
export const fullDayInWords = (day: Day): string => fullDay.format(noonOf(day)).replace(/^(\w+) /, '$1, ');

const clocks = new Map<string, Intl.DateTimeFormat>();

/** `14:00`, as clocks in a zone show it. */
export function timeInWords(instant: Date, zone: string): string {
  let clock = clocks.get(zone);
  if (!clock) {
    // Making one takes longer than all that is asked of it for a site.
    clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone });
    clocks.set(zone, clock);
  }
  return clock.format(instant);
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
/** Names that take an article. */
const WITH_ARTICLE =
  /^(United|Netherlands|Philippines|Bahamas|Maldives|Gambia|Dominican|Czech Republic|.* Islands$)/;

/** Name of a country in a sentence, from its two capitals. */
export function countryInWords(code: string): string {
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX') return 'unknown countries';
  const name = regions.of(code) ?? code;
  return WITH_ARTICLE.test(name) ? `the ${name}` : name;
}

/** Kinds of devices in a sentence. */
export const devicesInWords = (device: string): string =>
  device === 'mobile' ? 'phones and tablets' : 'desktop computers';

/** `a, b and c`. */
export function listed(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** Also those that turn the direction of a text around, and ends of lines. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** A text from elsewhere as one line of letters that show, cut when it is long. */
export function shown(text: string, maxLength: number): string {
  const clean = text.toWellFormed().replace(INVISIBLE, ' ').trim();
  const characters = [...clean];
  return characters.length <= maxLength ? clean : `${characters.slice(0, maxLength - 1).join('')}…`;
}

/** `25 minutes`, `3 hours`, `4 days`: a length of time, roughly. */
export function lengthInWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const hours = Math.round(minutes / 60);
  if (minutes < 90) return counted(minutes, 'minute');
  return hours < 72 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day');
}
