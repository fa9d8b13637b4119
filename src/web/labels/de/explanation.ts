/** Texts that explain a point of the chart. */

export const viewsAgainst = (difference: string, days: string) => `Seitenaufrufe ${difference} vs. ${days}`;
export const moreThanUsual = (difference: string, usual: string) =>
  `${difference} Seitenaufrufe mehr als üblich (${usual})`;
export const fewerThanUsual = (difference: string, usual: string) =>
  `${difference} Seitenaufrufe weniger als üblich (${usual})`;
export const asUsual = (usual: string) => `So viele Seitenaufrufe wie üblich (${usual})`;
