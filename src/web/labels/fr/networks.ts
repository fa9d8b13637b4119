/** Texts on networks that pageviews came from. */
export const hostingShare = (share: string) =>
  `${share} des pages vues viennent de réseaux d’hébergement, où tournent la plupart des bots.`;
export const withoutThem = 'Voir sans elles';
export const excludeThem = 'Les exclure';
