/** Dimensions of a visitor's place: groups of few visitors are one, `OTHER_PLACES`. */
export const PLACE_DIMENSIONS: ReadonlySet<string> = new Set(['region', 'city']);

/** Dimensions that contain each other, the widest first. */
export const PLACE_HIERARCHY = ['country', 'region', 'city'] as const;

/** Separates the values of a composite key of a place. */
export const KEY_SEPARATOR = '\u001f';

/** The group of the places that are not named. */
export const OTHER_PLACES = 'other';
