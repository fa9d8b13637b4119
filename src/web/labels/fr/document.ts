/** Texts of the documents themselves, which are there before any script. */

export const language = 'fr';
export const statistics = 'Statistiques';
export const scriptNeeded = 'Ces pages nécessitent JavaScript. L’API répond sans lui, à l’adresse /api/v1.';
export const scriptNeededShort = 'Cette page nécessite JavaScript.';
