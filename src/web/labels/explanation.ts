/** Texts that explain a point of the chart. */

export const viewsAgainst = (difference: string, days: string) => `Pageviews ${difference} vs ${days}`;
export const moreThanUsual = (difference: string, usual: string) =>
  `${difference} more pageviews than usual (${usual})`;
export const fewerThanUsual = (difference: string, usual: string) =>
  `${difference} fewer pageviews than usual (${usual})`;
export const asUsual = (usual: string) => `As many pageviews as usual (${usual})`;
