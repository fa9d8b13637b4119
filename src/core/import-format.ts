/** How an import file is written, by the ending of its name. */
export const IMPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Returns the import format that a file name ends in, without regard to `.gz`; undefined for any other ending. */
export function findImportFormat(file: string): ImportFormat | undefined {
  const ending = file.replace(/\.gz$/i, '').split('.').at(-1)?.toLowerCase();
  return ending === 'jsonl' ? 'ndjson' : IMPORT_FORMATS.find(format => format === ending);
}

/** Separates the message of a bad row from its value. */
export const GIVEN_VALUE = ', got "';

/** Returns the kind of a fault: its message without the value. */
export const toFaultKind = (message: string): string => message.split(GIVEN_VALUE)[0] ?? message;
