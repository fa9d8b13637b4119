/** Texts that explain a point of the chart. */

export const countAgainst = (name: string, difference: string, days: string) =>
  `${name}\u202f: ${difference} vs ${days}`;
export const moreThanUsual = (difference: string, usual: string) =>
  `${difference} de plus que d’habitude (${usual})`;
export const fewerThanUsual = (difference: string, usual: string) =>
  `${difference} de moins que d’habitude (${usual})`;
export const asUsual = (usual: string) => `Comme d’habitude\u202f: ${usual}`;
