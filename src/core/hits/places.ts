/** Dimensions of a visitor's place: groups of few visitors are one, `OTHER_PLACES`. */
export const PLACE_DIMENSIONS: ReadonlySet<string> = new Set(['region', 'city']);

/** The group of the places that are not named. */
export const OTHER_PLACES = 'other';
