/** Texts of imported days in the reports of a site. */

export const importedUntil = (day: string) => `Imported until ${day}`;
export const notIncluded = (day: string) => `Without imported data (until ${day})`;
export const notIncludedBecause = (day: string, reason: string) =>
  `Without imported data (until ${day}): ${reason}`;
/** Parts of a sentence. What the server writes names pages, countries and the like, where it is in this language. */
export const reasons = {
  single_rows: 'they are sums without single rows',
  hours: 'they have no hours',
  visits: 'they have no single visits',
  several_filters: 'they can be filtered by only one value',
  combination: 'they do not have these two together',
  no_dimension: 'they do not have this breakdown',
  no_count: 'they do not have this count',
  part_of_day: 'they cannot be cut at a time of day',
};
