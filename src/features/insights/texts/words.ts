/** How figures, days and names are written: in one place, so that they are the same in every text. */
import type { Day } from '../../../core/span.ts';

const numbers = new Intl.NumberFormat('en-US');

/** `1,234`. */
export const figure = (count: number): string => numbers.format(Math.round(count));

/** `1,234 hits`, `1 hit`. */
export const counted = (count: number, noun: string): string =>
  `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Change from one count to another in whole percent, without its sign; null where there was nothing. */
export const changeOf = (current: number, previous: number): number | null =>
  previous === 0 ? null : Math.round((Math.abs(current - previous) / previous) * 100);

/** Part of a whole in whole percent; 0 of nothing. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100);

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

/** `3 hours`, `25 minutes`: a length of time, roughly. */
export function lengthInWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 90 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour');
}
