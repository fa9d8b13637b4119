/** The formats that can be imported, in the order in which they are tried. */
import { type FileFormat, IMPORT_FIELDS } from '../../core/hits/import.ts';
import type { ForeignFormat, ImportFormat } from '../../core/import-formats.ts';
import type { Sample } from './input/sample.ts';
import { accessLog } from './readers/access-log.ts';
import { fathom } from './readers/fathom.ts';
import { footfallDays } from './readers/footfall-days.ts';
import { ga4 } from './readers/ga4.ts';
import { goatcounter } from './readers/goatcounter.ts';
import { goatcounterDays } from './readers/goatcounter-days.ts';
import { matomo } from './readers/matomo.ts';
import { matomoDays } from './readers/matomo-days.ts';
import { plausible } from './readers/plausible.ts';
import type { Reader } from './readers/reader.ts';
import { simpleAnalytics, simpleAnalyticsDays } from './readers/simple-analytics.ts';
import { umami } from './readers/umami.ts';

/** A program's file may hold single visits, sums by day, or the one in one version and the other in the next. */
const READERS: Readonly<Partial<Record<ForeignFormat, readonly Reader[]>>> = {
  plausible: [plausible],
  umami: [umami],
  goatcounter: [goatcounter, goatcounterDays],
  matomo: [matomo, matomoDays],
  ga4: [ga4],
  'simple-analytics': [simpleAnalytics, simpleAnalyticsDays],
  fathom: [fathom],
  'access-log': [accessLog],
};

/** A format and its reader; without one, the store reads the file itself. */
export type Recognised =
  | {
      readonly format: ImportFormat;
      readonly reader: Reader;
      /** Columns of a Parquet file, which is converted for the reader. */
      readonly parquet?: readonly string[];
    }
  | {
      readonly format: 'footfall';
      readonly file: FileFormat;
      /** Number of rows of a Parquet file. */
      readonly rows?: number;
    };

/** The names of the formats that can be read. */
export const readableFormats = (): ImportFormat[] => [
  'footfall',
  ...(Object.keys(READERS) as ForeignFormat[]),
];

/** What is known of a file's format beforehand. */
export interface GivenFormat {
  readonly format: ImportFormat | 'auto';
  /** Only access logs have one. */
  readonly logFormat: string | null;
}

/** Recognises the format of a file from its beginning; with `format`, only that one is looked for. */
export function recognise(sample: Sample, given: GivenFormat): Recognised | undefined {
  const logFormat = given.logFormat ?? undefined;
  if (['auto', 'footfall'].includes(given.format) && footfallDays.recognises(sample))
    return { format: 'footfall', reader: footfallDays };
  const format = given.format === 'auto' && logFormat !== undefined ? 'access-log' : given.format;
  for (const name of Object.keys(READERS) as ForeignFormat[]) {
    if (format !== 'auto' && format !== name) continue;
    const reader = READERS[name]?.find(candidate => candidate.recognises(sample, logFormat));
    if (reader) return { format: name, reader };
  }
  if (format !== 'auto' && format !== 'footfall') return undefined;
  const file = recogniseOwn(sample);
  return file && { format: 'footfall', file };
}

/** Recognises Footfall's own format by a column of it. */
function recogniseOwn({ text, header, json, lines }: Sample): FileFormat | undefined {
  if (text.startsWith('PAR1')) return 'parquet';
  const isOwn = (names: readonly string[]) =>
    names.includes('created_at') &&
    names.some(name => IMPORT_FIELDS.some(field => field === name && field !== 'created_at'));
  if (json) return isOwn(Object.keys(json)) ? 'ndjson' : undefined;
  // Its first object is damaged.
  if (/^\s*[{[]/.test(lines[0] ?? '')) return text.includes('"created_at"') ? 'ndjson' : undefined;
  return isOwn(header.columns) ? 'csv' : undefined;
}
