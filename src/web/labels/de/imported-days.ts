/** Texts of imported days in the reports of a site. */

export const importedUntil = (day: string) => `Importiert bis ${day}`;
export const notIncluded = (day: string) => `Ohne importierte Daten (bis ${day})`;
export const notIncludedBecause = (day: string, reason: string) =>
  `Ohne importierte Daten (bis ${day}): ${reason}`;
/** Parts of a sentence. */
export const reasons = {
  single_rows: 'sie enthalten nur Tagessummen',
  hours: 'sie enthalten keine Stunden',
  visits: 'sie enthalten keine einzelnen Besuche',
  several_filters: 'sie lassen sich nur nach einem Wert filtern',
  combination: 'sie enthalten diese Kombination nicht',
  no_dimension: 'sie enthalten diese Aufschlüsselung nicht',
  no_count: 'sie enthalten diese Kennzahl nicht',
  part_of_day: 'sie umfassen nur ganze Tage',
};
