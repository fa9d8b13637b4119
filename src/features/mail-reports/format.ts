/** Formats of figures, days and names in a report. */
import type { Day } from '../../core/span.ts';
import { createDayFormat, formatNumber } from '../../lib/english.ts';
import { toOneLine } from '../../lib/text.ts';
import type { Every } from './tables.ts';

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const days = createDayFormat({ day: 'numeric', month: 'long' });
const datedDays = createDayFormat({ day: 'numeric', month: 'long', year: 'numeric' });
const months = createDayFormat({ month: 'long', year: 'numeric' });

/** Characters of right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Formats a name or a path of a user for one line, isolated where its script runs from right to left. */
export function displayName(text: string, maxLength: number): string {
  const name = toOneLine(text, maxLength) || '(no name)';
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** `9 November 2026`. */
export const formatDatedDay = (day: Day): string => datedDays().format(new Date(day));

interface Days {
  readonly first: Day;
  readonly last: Day;
}

/** `9–15 November`, `28 September – 4 October`, `29 December 2025 – 4 January 2026`. */
function formatRange({ first, last }: Days, hasYear: boolean): string {
  const end = (hasYear ? datedDays() : days()).format(new Date(last));
  if (first.slice(0, 7) === last.slice(0, 7)) return `${Number(first.slice(8))}–${end}`;
  const isInYear = first.slice(0, 4) === last.slice(0, 4);
  return `${(hasYear && !isInYear ? datedDays() : days()).format(new Date(first))} – ${end}`;
}

/** `week of 9–15 November`, `October 2026`; `hasYear` adds the year to a week. */
export function formatPeriod(every: Every, period: Days, hasYear: boolean): string {
  if (every === 'month') return months().format(new Date(period.first));
  return `week of ${formatRange(period, hasYear)}`;
}

/** Names the previous period within a sentence. */
export const formatPreviousPeriod = (every: Every): string => `the ${every} before`;

/** From this factor on a change is not written in percent. */
const LARGE_CHANGE = 10;

/** Returns a change in whole percent; null where a percentage makes no sense. */
function percentChange(now: number, before: number): number | null {
  if (before === 0 || now === 0 || now / before >= LARGE_CHANGE) return null;
  const percent = Math.round((now / before - 1) * 100);
  // A rounded -100% would read as a drop to zero.
  return percent === -100 ? null : percent;
}

/** `up 12%`, `none before`. */
export function formatChange(now: number, before: number, format = formatNumber): string {
  if (now === before) return now === 0 ? 'none before' : 'no change';
  if (before === 0) return 'new';
  const percent = percentChange(now, before);
  if (percent === null) return `${now > before ? 'up' : 'down'} from ${format(before)}`;
  if (percent === 0) return 'about the same';
  return `${percent > 0 ? 'up' : 'down'} ${Math.abs(percent)}%`;
}

/** Returns the direction of a change, in line with `formatChange`. */
export const changeDirection = (now: number, before: number): 'up' | 'down' | 'same' =>
  now === before || before === 0 || percentChange(now, before) === 0 ? 'same' : now > before ? 'up' : 'down';

/** Formats a change for a subject line: ` (+12%)`; empty where a percentage makes no sense. */
export function formatChangeSuffix(now: number, before: number): string {
  const percent = percentChange(now, before);
  if (percent === null || percent === 0) return '';
  return ` (${percent > 0 ? '+' : '−'}${Math.abs(percent)}%)`;
}

/** `Germany`; the code where it has no name. */
export function formatCountry(code: string): string {
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX') return 'Unknown';
  return regions.of(code) ?? code;
}

/** `10 November, 13:04`. */
export const formatInstant = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
    .format(instant)
    .replace(' at ', ', ');
