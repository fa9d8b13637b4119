/** Texts of imported days in the reports of a site. */

export const importedUntil = (day: string) => `Données importées jusqu’au ${day}`;
export const notIncluded = (day: string) => `Sans les données importées (jusqu’au ${day})`;
/** The reason is the server's, a part of a sentence. */
export const notIncludedBecause = (day: string, reason: string) =>
  `Sans les données importées (jusqu’au ${day})\u202f: ${reason}`;
