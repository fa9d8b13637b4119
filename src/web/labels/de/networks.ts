/** Texts on networks that pageviews came from. */
export const hostingShare = (share: string) =>
  `${share} der Seitenaufrufe kamen aus Hosting-Netzwerken, in denen die meisten Bots laufen.`;
export const withoutThem = 'Ohne sie ansehen';
export const excludeThem = 'Ausschließen';
