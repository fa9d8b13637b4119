/** Imports of a site: answers of the API, and sending a file. */
import type { Static } from '@sinclair/typebox';
import type {
  ImportList as ImportListSchema,
  Import as ImportSchema,
  Preview as PreviewSchema,
} from '../../../features/imports/schema.ts';
import * as labels from '../../labels/imports.ts';
import { type SendOptions, sendFile } from '../../send-file.ts';

export type Import = Static<typeof ImportSchema>;
export type ImportList = Static<typeof ImportListSchema>;
export type Preview = Static<typeof PreviewSchema>;
export type Format = Preview['format'];

/** What a file is and how to read it; API names. */
export interface ImportOptions {
  readonly format: Format | 'auto';
  readonly time_zone: string;
  readonly log_format: string;
  readonly overlap: boolean;
  readonly without_hits: boolean;
}

export const DEFAULT_OPTIONS: ImportOptions = {
  format: 'auto',
  time_zone: 'UTC',
  log_format: '',
  overlap: false,
  without_hits: false,
};

/** Largest file that is checked without being asked: it is sent again to be imported. */
export const MAX_CHECKED_BYTES = 50 * 1000 ** 2;
/** Longest name of a file that the server takes. */
const MAX_NAME_LENGTH = 255;
/** Largest file that the server takes. */
export const MAX_BYTES = 4 * 1024 ** 3;

/** Names of the tools that files come from. */
export const FORMAT_NAMES: Readonly<Record<Format, string>> = {
  footfall: 'Footfall',
  plausible: 'Plausible',
  umami: 'Umami',
  goatcounter: 'GoatCounter',
  matomo: 'Matomo',
  ga4: 'Google Analytics 4',
  'simple-analytics': 'Simple Analytics',
  fathom: 'Fathom',
  'access-log': labels.accessLog,
};

export const FORMATS = Object.keys(FORMAT_NAMES) as readonly Format[];

/** Formats whose times name no zone. */
export const ZONELESS_FORMATS: readonly string[] = ['umami'] satisfies Format[];
/** Formats with times that may name none. */
export const LOCAL_TIME_FORMATS: readonly string[] = [
  ...ZONELESS_FORMATS,
  ...(['footfall', 'goatcounter', 'simple-analytics', 'access-log'] satisfies Format[]),
];

export const importsPath = (siteId: number): string => `/sites/${siteId}/imports`;

/** Sends a file to be checked, or to be imported. */
export const sendImport = <Answer>(
  siteId: number,
  file: File,
  { options, isDryRun, ...rest }: SendImportOptions,
): Promise<Answer> => {
  const { log_format: logFormat, ...others } = options;
  return sendFile<Answer>(importsPath(siteId), file, {
    ...rest,
    query: {
      ...others,
      log_format: logFormat.trim() || null,
      file_name: file.name.slice(0, MAX_NAME_LENGTH),
      dry_run: isDryRun,
    },
  });
};

export interface SendImportOptions extends Omit<SendOptions, 'query'> {
  readonly options: ImportOptions;
  readonly isDryRun: boolean;
}
