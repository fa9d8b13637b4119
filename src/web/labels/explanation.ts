/** Texts that explain a point of the chart. */

export const countAgainst = (name: string, difference: string, days: string) =>
  `${name} ${difference} vs ${days}`;
export const moreThanUsual = (difference: string, usual: string) =>
  `${difference} more than usual (${usual})`;
export const fewerThanUsual = (difference: string, usual: string) =>
  `${difference} fewer than usual (${usual})`;
export const asUsual = (usual: string) => `As usual: ${usual}`;
