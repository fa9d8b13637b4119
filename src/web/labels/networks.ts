/** Texts on networks that pageviews came from. */
export const hostingShare = (share: string) =>
  `${share} of pageviews came from hosting networks, where most bots run.`;
export const withoutThem = 'View without them';
export const excludeThem = 'Exclude them';
