/** Texts of the documents themselves, which are there before any script. */

/** BCP 47 tag of the language. */
export const language = 'de';
export const statistics = 'Statistik';
export const scriptNeeded = 'Diese Seiten benötigen JavaScript. Die API antwortet auch ohne, unter /api/v1.';
export const scriptNeededShort = 'Diese Seite benötigt JavaScript.';
