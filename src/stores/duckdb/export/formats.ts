/** How the engine writes files. */
import type { FileFormat } from '../../../core/hits/import.ts';

/** Writing options of each format. */
export const WRITE_OPTIONS: Readonly<Record<FileFormat, string>> = {
  ndjson: 'format json',
  csv: "format csv, delimiter ',', quote '\"', escape '\"'",
  // Smaller row groups than usual, since two are in memory.
  parquet: 'format parquet, compression zstd, row_group_size 61440',
};

/**
 * Writes an instant: with its type in Parquet, in ISO 8601 with milliseconds in text. A cast to the type would ask for the
 * rules of the session's time zone, row by row.
 */
export const writeInstant = (column: string, format: FileFormat): string =>
  format === 'parquet'
    ? `make_timestamptz(epoch_us(${column}))`
    : `strftime(${column}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
