/** Texts of imported days in the reports of a site. */

export const importedUntil = (day: string) => `Imported until ${day}`;
export const notIncluded = (day: string) => `Without imported data (until ${day})`;
export const notIncludedBecause = (day: string, reason: string) =>
  `Without imported data (until ${day}): ${reason}`;
/** Parts of a sentence. What the server writes names pages, countries and the like, where it is in this language. */
export const reasons = {
  single_rows: 'they are daily totals only',
  hours: 'they have no hours',
  visits: 'they have no individual visits',
  several_filters: 'they can only be filtered by one value',
  combination: 'they don’t combine these two',
  no_dimension: 'they don’t have this breakdown',
  no_count: 'they don’t have this metric',
  part_of_day: 'they only cover whole days',
};
