/** How an import file is written, by the ending of its name. */
export const IMPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Returns the import format that a file name ends in, without regard to `.gz`; undefined for any other ending. */
export function importFormatOf(file: string): ImportFormat | undefined {
  const ending = file.replace(/\.gz$/i, '').split('.').at(-1)?.toLowerCase();
  return ending === 'jsonl' ? 'ndjson' : IMPORT_FORMATS.find(format => format === ending);
}

/** Comes in the message of a bad row before the value that was given. */
export const GIVEN_VALUE = ', got "';

/** Returns the kind of a fault: its message without the value that was given. */
export const faultKindOf = (message: string): string => message.split(GIVEN_VALUE)[0] ?? message;
