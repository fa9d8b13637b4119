/** Texts of imported days in the reports of a site. */

export const importedUntil = (day: string) => `Importiert bis ${day}`;
export const notIncluded = (day: string) => `Ohne importierte Daten (bis ${day})`;
export const notIncludedBecause = (day: string, reason: string) =>
  `Ohne importierte Daten (bis ${day}): ${reason}`;
/** Sentences after a colon. */
export const reasons = {
  single_rows: 'Darin stehen nur Tagessummen',
  hours: 'Darin fehlen die Stunden',
  visits: 'Darin fehlen einzelne Besuche',
  several_filters: 'Diese lassen sich nur nach einem Wert filtern',
  combination: 'Darin fehlt diese Kombination',
  no_dimension: 'Darin fehlt diese Aufschlüsselung',
  no_count: 'Darin fehlt diese Kennzahl',
  part_of_day: 'Diese umfassen nur ganze Tage',
};
