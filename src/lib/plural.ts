const numbers = new Intl.NumberFormat('en');

/** Formats a number for people: `1,204`. */
export const formatNumber = (value: number): string => numbers.format(value);

/** Formats a count with its noun: `1 issue`, `1,204 issues`. */
export const pluralize = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
