/** The language of these texts: how numbers, dates and lists are written in it. */
import { createGrammar } from '../grammar.ts';

/** BCP 47 tags. */
export const dateLocale = 'de-DE';
export const numberLocale = 'de-DE';

/** Whether what the server writes is in this language, such as the texts of insights. */
export const isServerLanguage = false;

/** Units of sizes, each a thousand of the one before. */
export const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Joins a name and what it is: `20. Nov. 2026: 5 Besuche`. */
export const named = (name: string, value: string): string => `${name}: ${value}`;

export const { formatNumber, inflect, joinList, pluralize } = createGrammar(numberLocale);

/** Returns a name as it is written within a sentence: nouns keep their capital letter. */
export const uncapitalize = (name: string): string => name;
