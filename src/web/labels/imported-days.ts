/** Texts of imported days in the reports of a site. */

export const importedUntil = (day: string) => `Imported until ${day}`;
export const notIncluded = (day: string) => `Without imported data (until ${day})`;
/** The reason is the server's, a part of a sentence. */
export const notIncludedBecause = (day: string, reason: string) =>
  `Without imported data (until ${day}): ${reason}`;
