/** Lists of what changed between two periods, and the dimension of each. */
export const CHANGE_DIMENSIONS = {
  pages: 'path',
  referrers: 'referrer_host',
  sources: 'source',
  countries: 'country',
} as const;
export type ChangeList = keyof typeof CHANGE_DIMENSIONS;
export type ChangeDimension = (typeof CHANGE_DIMENSIONS)[ChangeList];
