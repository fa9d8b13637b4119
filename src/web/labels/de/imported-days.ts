/** Texts of imported days in the reports of a site. */

export const importedUntil = (day: string) => `Importiert bis ${day}`;
export const notIncluded = (day: string) => `Ohne importierte Daten (bis ${day})`;
export const notIncludedBecause = (day: string, reason: string) =>
  `Ohne importierte Daten (bis ${day}): ${reason}`;
/** Parts of a sentence. */
export const reasons = {
  single_rows: 'sie sind Tagessummen ohne einzelne Einträge',
  hours: 'sie haben keine Stunden',
  visits: 'sie haben keine einzelnen Besuche',
  several_filters: 'sie lassen sich nur nach einem einzigen Wert filtern',
  combination: 'sie haben diese beiden Angaben nicht zusammen',
  no_dimension: 'sie haben diese Aufschlüsselung nicht',
  no_count: 'sie haben diese Zahl nicht',
  part_of_day: 'sie lassen sich nicht mitten am Tag teilen',
};
