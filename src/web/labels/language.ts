/** The language of these texts: how numbers, dates and lists are written in it. */
import * as english from '../../lib/english.ts';

/** BCP 47 tags. Dates are written as in Europe, numbers as everywhere: 12.3K, not 12.3k. */
export const dateLocale = 'en-GB';
export const numberLocale = 'en';

/** Units of sizes, each a thousand of the one before. */
export const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Joins a name and what it is: `20 Nov 2026: 5 visits`. */
export const named = (name: string, value: string): string => `${name}: ${value}`;

/** Whether what the server writes is in this language, such as the texts of insights. */
export const isServerLanguage = true;

export const { formatNumber, joinList, uncapitalize } = english;
