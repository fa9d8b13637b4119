/** Formats that can be imported, by the program that their files come from. Source: decisions, section 8. */
export const IMPORT_FORMATS = [
  'footfall',
  'plausible',
  'umami',
  'goatcounter',
  'matomo',
  'ga4',
  'simple-analytics',
  'fathom',
  'access-log',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Formats of other tools. */
export type ForeignFormat = Exclude<ImportFormat, 'footfall'>;
export const FOREIGN_FORMATS: readonly ForeignFormat[] = IMPORT_FORMATS.filter(
  format => format !== 'footfall',
);

/** What asks for a format: one of them, or to find it out from the content. */
export const GIVEN_FORMATS = ['auto', ...IMPORT_FORMATS] as const;
