/** Tables of sums by day whose columns are known by their names, however those are written. */
import { CommandError } from '../../../core/errors.ts';
import type { ImportedDay, ImportedDimension, ImportedMeasure } from '../../../core/hits/imported-days.ts';
import { toCount } from './counts.ts';

/** What the columns of a tool mean, by their names in small letters and digits alone. */
export interface DayVocabulary {
  readonly day: readonly string[];
  readonly dimensions: Readonly<
    Record<string, readonly [dimension: ImportedDimension, toValue: (text: string) => string | null]>
  >;
  /** The better column of two for a measure first. */
  readonly measures: readonly (readonly [name: string, measure: ImportedMeasure])[];
  /** Columns that are neither, and split no row in two. */
  readonly ignored: RegExp;
}

/** A table whose columns are understood. */
export interface DayTable {
  readonly day: string;
  readonly grouping: readonly [column: string, dimension: ImportedDimension] | undefined;
  /** Reads a row. */
  read(field: (column: string) => string): ImportedDay;
}

const toKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** `20260131`, `2026-01-31` and `2026-01-31 13:00:00` as a day. */
const toDay = (text: string): string =>
  text
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    .replace(/^(\d{4}-\d{2}-\d{2})[ T].*$/, '$1');

/** Returns whether columns are a day and a measure, at least. */
export const isDayTable = (columns: readonly string[], { day, measures }: DayVocabulary): boolean => {
  const keys = new Set(columns.map(toKey));
  return day.some(name => keys.has(name)) && measures.some(([name]) => keys.has(name));
};

/**
 * Understands the columns of a table. Throws a `CommandError` that names a column which makes several rows of one day and value,
 * since their visitors cannot be added up.
 */
export function findDayTable(
  file: string,
  columns: readonly string[],
  { day, dimensions, measures, ignored }: DayVocabulary,
): DayTable {
  const byKey = new Map(columns.map(name => [toKey(name), name]));
  const dayColumn = day.map(name => byKey.get(name)).find(name => name !== undefined);
  if (dayColumn === undefined)
    throw new CommandError(`${file} has no column of days: export it with the dimension Date`);
  const groupings = [...byKey].filter(([key]) => key in dimensions);
  const [first, second] = groupings;
  if (second)
    throw new CommandError(
      `${file} has more than one dimension (${groupings.map(([, name]) => name).join(', ')}): export a file for each`,
    );
  const known = new Set([...day, ...measures.map(([name]) => name), ...(first ? [first[0]] : [])]);
  const unknown = [...byKey].find(([key]) => !known.has(key) && !ignored.test(key));
  if (unknown) throw new CommandError(`${file} has a column that is not known: ${unknown[1].slice(0, 100)}`);
  const found = new Map<ImportedMeasure, string>();
  for (const [key, measure] of measures) {
    const name = byKey.get(key);
    if (name !== undefined && !found.has(measure)) found.set(measure, name);
  }
  const [dimension, toValue] = first
    ? (dimensions[first[0]] ?? ['total', () => null])
    : ['total', () => null];
  return {
    day: dayColumn,
    grouping: first && [first[1], dimension as ImportedDimension],
    read: field => ({
      day: toDay(field(dayColumn)),
      dimension: dimension as ImportedDimension,
      value: first ? (toValue as (text: string) => string | null)(field(first[1])) : null,
      ...Object.fromEntries([...found].map(([measure, name]) => [measure, toCount(field(name))])),
    }),
  };
}
