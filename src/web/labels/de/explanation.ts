/** Texts that explain a point of the chart. */

export const countAgainst = (name: string, difference: string, days: string) =>
  `${name} ${difference} ggü. ${days}`;
export const moreThanUsual = (difference: string, usual: string) =>
  `${difference} mehr als üblich (${usual})`;
export const fewerThanUsual = (difference: string, usual: string) =>
  `${difference} weniger als üblich (${usual})`;
export const asUsual = (usual: string) => `Wie üblich: ${usual}`;
