/** The language of these texts: how numbers, dates and lists are written in it. */
import { uncapitalize } from '../../../lib/english.ts';
import { createGrammar } from '../grammar.ts';

/** BCP 47 tags. */
export const dateLocale = 'fr-FR';
export const numberLocale = 'fr-FR';

/** Whether what the server writes is in this language, such as the texts of insights. */
export const isServerLanguage = false;

/** Units of sizes, each a thousand of the one before. */
export const byteUnits = ['o', 'ko', 'Mo', 'Go', 'To'];

/** Joins a name and what it is: `20 nov. 2026 : 5 visites`. */
export const named = (name: string, value: string): string => `${name} : ${value}`;

export const { formatNumber, inflect, joinList, pluralize } = createGrammar(numberLocale);

/** Returns the form of a word that goes with a formatted count: `0 page vue`, `1 page vue`, `2 pages vues`. */
export const inflectText = (count: string, one: string, other: string): string =>
  /^[01](,\d+)?$/.test(count) ? one : other;

/** Names begin with a lower-case letter within a sentence, as in English: `pages d’entrée`, but `URL`. */
export { uncapitalize };

/** Puts “depuis” before a time of today, or a day: `depuis 14:05`, `depuis le 21 nov. 2026`. */
export const sinceTime = (time: string): string =>
  /^\d+:/.test(time) ? `depuis ${time}` : `depuis le ${time}`;

/** Puts “de” before a noun: `de pages`, `d’événements`. */
export const of = (noun: string): string => (/^[aeiouyéèêh]/i.test(noun) ? `d’${noun}` : `de ${noun}`);
