/** Dimensions of a visitor's place: groups of few visitors are one, `OTHER_PLACES`. */
export const PLACE_DIMENSIONS: ReadonlySet<string> = new Set(['region', 'city']);

/** What a place is within, the widest first. */
export const PLACES_WITHIN = ['country', 'region', 'city'] as const;

/** Stands between the values of a place and of those that it is within. */
export const PATH_SEPARATOR = '\u001f';

/** The group of the places that are not named. */
export const OTHER_PLACES = 'other';
