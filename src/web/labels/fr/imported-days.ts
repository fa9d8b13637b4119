/** Texts of imported days in the reports of a site. */

export const importedUntil = (day: string) => `Données importées jusqu’au ${day}`;
export const notIncluded = (day: string) => `Sans les données importées (jusqu’au ${day})`;
export const notIncludedBecause = (day: string, reason: string) =>
  `Sans les données importées (jusqu’au ${day})\u202f: ${reason}`;
/** Parts of a sentence. */
export const reasons = {
  single_rows: 'elles ne contiennent que des totaux par jour',
  hours: 'elles ne précisent pas l’heure',
  visits: 'elles ne contiennent pas de visites individuelles',
  several_filters: 'elles ne peuvent être filtrées que par une seule valeur',
  combination: 'elles ne croisent pas ces deux critères',
  no_dimension: 'elles n’ont pas cette répartition',
  no_count: 'elles n’ont pas cet indicateur',
  part_of_day: 'elles ne couvrent que des jours entiers',
};
