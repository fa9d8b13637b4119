/** Texts that explain a point of the chart. */

export const viewsAgainst = (difference: string, days: string) => `Pages vues : ${difference} vs ${days}`;
export const moreThanUsual = (difference: string, usual: string) =>
  `${difference} pages vues de plus que d’habitude (${usual})`;
export const fewerThanUsual = (difference: string, usual: string) =>
  `${difference} pages vues de moins que d’habitude (${usual})`;
export const asUsual = (usual: string) => `Autant de pages vues que d’habitude (${usual})`;
