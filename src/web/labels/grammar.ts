/** The grammar that all languages but English share: numbers, plurals and lists, as `Intl` knows them. */

export interface Grammar {
  /** Formats a number: `1.234`. */
  readonly formatNumber: (value: number) => string;
  /** Returns the form of a word that goes with a count. */
  readonly inflect: (count: number, one: string, other: string) => string;
  /** Formats a count with its noun: `1.234 Besuche`, `1 Besuch`. */
  readonly pluralize: (count: number, one: string, other: string) => string;
  /** Joins the items of a list: `a, b und c`. */
  readonly joinList: (items: readonly string[]) => string;
}

/** Makes the grammar of a language, by its BCP 47 tag. */
export function createGrammar(locale: string): Grammar {
  const numbers = new Intl.NumberFormat(locale);
  const plurals = new Intl.PluralRules(locale);
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' });
  const formatNumber = (value: number): string => numbers.format(value);
  const inflect = (count: number, one: string, other: string): string =>
    plurals.select(count) === 'one' ? one : other;
  return {
    formatNumber,
    inflect,
    pluralize: (count, one, other) => `${formatNumber(count)} ${inflect(count, one, other)}`,
    joinList: items => lists.format(items),
  };
}
