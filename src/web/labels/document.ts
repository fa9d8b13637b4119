/** Texts of the documents themselves, which are there before any script. */

/** BCP 47 tag of the language. */
export const language = 'en';
export const statistics = 'Statistics';
export const scriptNeeded = 'These pages need JavaScript. The API answers without it, at /api/v1.';
export const scriptNeededShort = 'This page needs JavaScript.';
