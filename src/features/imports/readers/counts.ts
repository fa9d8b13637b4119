/** Reads counts of sums by day. */
import type { ImportedMeasure } from '../../../core/hits/imported-days.ts';
import type { CsvRecord } from '../input/text.ts';

/** ClickHouse writes no value so. */
const NULL = '\\N';

/** Returns a whole number; null for an empty text, and NaN, which makes a bad row, for any other. */
export function toCount(text: string): number | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === NULL) return null;
  return /^\d+(\.0+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN;
}

export type Counts = Readonly<Partial<Record<ImportedMeasure, number | null>>>;

/** Reads the counts of a record from the columns that have them. */
export const readCounts = (
  record: CsvRecord,
  columns: Readonly<Partial<Record<ImportedMeasure, string>>>,
): Counts =>
  Object.fromEntries(Object.entries(columns).map(([measure, column]) => [measure, toCount(record(column))]));
