/** Formatting of numbers, times and names. */
import { toUnicodeHost } from '../lib/domain-name.ts';
import { toDay } from '../lib/time.ts';
import { byteUnits, dateLocale, formatNumber, numberLocale } from './labels/language.ts';
import { percentagePoints, unknown } from './labels/shared.tsx';

const shortCounts = new Intl.NumberFormat(numberLocale, { notation: 'compact', maximumFractionDigits: 1 });
const roundedCounts = new Intl.NumberFormat(numberLocale, {
  notation: 'compact',
  maximumSignificantDigits: 3,
});
const percents = new Intl.NumberFormat(numberLocale, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const decimals = new Intl.NumberFormat(numberLocale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const wholePercents = new Intl.NumberFormat(numberLocale, { style: 'percent', maximumFractionDigits: 0 });
const regions = new Intl.DisplayNames(numberLocale, { type: 'region', fallback: 'code' });
const languages = new Intl.DisplayNames(numberLocale, { type: 'language', fallback: 'code' });
const relativeTimes = new Intl.RelativeTimeFormat(numberLocale, { numeric: 'auto' });

/** Formats a count in compact notation: `12.3K`. */
export const formatCompact = (count: number): string =>
  count < 10_000 ? formatNumber(count) : shortCounts.format(count);

/** Formats a count, from a million on with three digits: `987,654`, `1.23M`. */
export const formatFigure = (count: number): string =>
  count < 1_000_000 ? formatNumber(count) : roundedCounts.format(count);

/** Formats a number with one decimal: `2.0`. */
export const formatDecimal = (value: number): string => decimals.format(value);

const numbers = new Intl.NumberFormat(numberLocale, { maximumFractionDigits: 2 });

/** Formats any number with up to two decimals: `1,234.5`. */
export const formatAnyNumber = (value: number): string => numbers.format(value);

/** What events brought in, in one currency. */
export interface Revenue {
  readonly amount: number;
  readonly currency: string;
}

const joinRevenue = (revenue: readonly Revenue[], options: Intl.NumberFormatOptions): string =>
  revenue
    .map(({ amount, currency }) =>
      new Intl.NumberFormat(numberLocale, { style: 'currency', currency, ...options }).format(amount),
    )
    .join(' · ');

/** Formats revenue: `€1,234.50`, each currency by itself. */
export const formatRevenue = (revenue: readonly Revenue[]): string => joinRevenue(revenue, {});

/** Whether thousands have a short form: German has none, and would round without a sign of it. */
const hasShortThousands = shortCounts.formatToParts(10_000).some(({ type }) => type === 'compact');

/** Formats revenue in compact notation, for a row of a list: `€1.23K`, in whole units where that has no short form. */
export const formatCompactRevenue = (revenue: readonly Revenue[]): string =>
  revenue
    .map(each =>
      joinRevenue(
        [each],
        hasShortThousands || each.amount >= 1_000_000
          ? { notation: 'compact', maximumSignificantDigits: 3 }
          : { maximumFractionDigits: 0 },
      ),
    )
    .join(' · ');

/** Formats a ratio from 0 to 1 as a percentage, everywhere with one decimal: `47.0%`. Only a change has none (`formatChange`). */
export const formatShare = (share: number): string =>
  share > 0 && share < 0.001 ? `<${percents.format(0.001)}` : percents.format(share);

/** Returns the relative change against an earlier number; null where there is nothing to compare with. */
export function relativeChange(now: number, before: number): number | null {
  return before === 0 ? null : now / before - 1;
}

const withSign = (number: number, text: string): string =>
  `${number > 0 ? '+' : number < 0 ? '−' : ''}${text}`;

/** Formats a ratio from 0 to 1 as a whole percentage, for an axis: `40%`. */
export const formatWholePercent = (share: number): string => wholePercents.format(share);

/** Formats a relative change: `+12%`, `−3%`. */
export function formatChange(change: number): string {
  const text = wholePercents.format(Math.abs(change));
  return text === wholePercents.format(0) ? text : withSign(change, text);
}

/** Formats the difference of two percentages in points: `+0.8 pts`. */
export function formatPoints(points: number): string {
  const text = decimals.format(Math.abs(points));
  return percentagePoints(text === decimals.format(0) ? text : withSign(points, text));
}

/** Formats a difference of counts with its sign: `+1,065`, `−12`. */
export const formatDifference = (count: number): string => withSign(count, formatNumber(Math.abs(count)));

/** Formats a duration in seconds: `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes < 60) return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  return left === 0 ? `${hours} h` : `${hours} h ${left} min`;
}

/** Formats a size in bytes: `12.3 MB`. */
export function formatSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? formatNumber(Math.round(value)) : formatDecimal(value)} ${byteUnits[power]}`;
}

const nameOf = (names: Intl.DisplayNames, code: string): string => {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
};

export const formatCountry = (code: string): string => (code === 'XX' ? unknown : nameOf(regions, code));

/** Formats a language tag: `German (Austria)`. */
export const formatLanguage = (tag: string): string => nameOf(languages, tag);

/** Formats an instant in a time zone: `21 Nov 2026, 14:05`. */
export const formatDateTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLocale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  );

/** Formats an instant in a time zone: `14:05:09`. */
export const formatTime = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLocale, { timeZone, timeStyle: 'medium' }).format(new Date(instant));

/** Formats an instant in a time zone: `14:05`. */
export const formatTimeOfDay = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(dateLocale, { timeZone, timeStyle: 'short' }).format(new Date(instant));

/** Formats an instant of today as a time of day, any other as its day: `14:05`, `21 Nov 2026`. */
export function formatRecent(instant: string, timeZone: string): string {
  const [day, today] = [new Date(instant), new Date()].map(each => toDay(each, timeZone));
  return day === today ? formatTimeOfDay(instant, timeZone) : formatDay(day ?? instant);
}

/** Formats a calendar day: `21 Nov 2026`. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(day));

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
] as const;

/** Formats an instant relative to now: `3 minutes ago`. */
export function formatRelativeTime(instant: string, now: number): string {
  let amount = (Date.parse(instant) - now) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(amount) < size) return relativeTimes.format(Math.round(amount), unit);
    amount /= size;
  }
  return relativeTimes.format(Math.round(amount), 'year');
}

/** Returns the host of a URL as it is written there, in Punycode; the whole text where it is no URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** Returns the host of a URL for display; the whole text where it is no URL. */
export const displayHost = (url: string): string => toUnicodeHost(hostOf(url));

/** Returns the label of a site for display: by default it is its host. */
export const displayLabel = (label: string): string => toUnicodeHost(label);
