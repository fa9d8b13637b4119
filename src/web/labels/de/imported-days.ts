/** Texts of imported days in the reports of a site. */

export const importedUntil = (day: string) => `Importiert bis ${day}`;
export const notIncluded = (day: string) => `Ohne importierte Daten (bis ${day})`;
/** The reason is the server's, a part of a sentence. */
export const notIncludedBecause = (day: string, reason: string) =>
  `Ohne importierte Daten (bis ${day}): ${reason}`;
