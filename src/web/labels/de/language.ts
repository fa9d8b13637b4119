/** The language of these texts: how numbers, dates and lists are written in it. */
import { createGrammar } from '../grammar.ts';

/** BCP 47 tags. */
export const dateLocale = 'de-DE';
export const numberLocale = 'de-DE';

export const { formatNumber, inflect, joinList, pluralize } = createGrammar(numberLocale);

/** Returns a name as it is written within a sentence: nouns keep their capital letter. */
export const uncapitalize = (name: string): string => name;
