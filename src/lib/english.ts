/** Numbers, plurals, days and lists in English sentences. */
import { memoize } from './memoize.ts';

/** Made at its first call, as what formats days is. */
const getNumberFormat = memoize(() => new Intl.NumberFormat('en'));

/** Formats a number: `1,234`. */
export const formatNumber = (value: number): string => getNumberFormat().format(value);

/**
 * Creates a formatter of days in UTC. It is made at its first call, since a process's first one takes 4 ms, which no start
 * has to wait for.
 */
export const createDayFormat = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  memoize(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }));

/** Formats a size: `1.5 MiB`. */
export const formatMebibytes = (sizeBytes: number): string => `${(sizeBytes / 1024 ** 2).toFixed(1)} MiB`;

/** Formats a count with its noun: `1,234 hits`, `1 hit`, `0 hits`. */
export const pluralize = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatNumber(count)} ${count === 1 ? noun : plural}`;

/** Joins the items of a list: `a, b and c`. */
export function joinList(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** Returns a text with its first letter in upper case. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns a message as a sentence: its first letter in upper case, unless it begins with the name of a file or field. */
export const toSentence = (message: string): string =>
  /^\p{L}+(?=[\s,;:]|$)/u.test(message) ? capitalize(message) : message;

/** Returns a name as it is written within a sentence: `Entry pages` as `entry pages`, but `AI crawlers` as it is. */
export const uncapitalize = (name: string): string =>
  name.replace(/^\p{Lu}(?!\p{Lu})/u, letter => letter.toLowerCase());
