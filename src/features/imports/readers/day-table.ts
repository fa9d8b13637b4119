/** Tables of sums by day whose columns are known by their names, however those are written. */
import { CommandError } from '../../../core/errors.ts';
import type { ImportedDay, ImportedDimension, ImportedMeasure } from '../../../core/hits/imported-days.ts';
import { findOwn } from '../../../lib/find-own.ts';
import { toCount } from './counts.ts';

/** What the columns of a tool mean, by their names in small letters and digits alone. */
export interface DayVocabulary {
  readonly day: readonly string[];
  readonly dimensions: Readonly<Record<string, readonly [dimension: ImportedDimension, toValue: ToValue]>>;
  /** The better column of two for a measure first; some are only of one dimension. */
  readonly measures: readonly (readonly [name: string, measure: ImportedMeasure, only?: ImportedDimension])[];
  /** Whether counts of rows may be added up, so that a row can have several dimensions. */
  readonly isAdditive?: boolean;
  /** Columns that are neither, and split no row in two. */
  readonly ignored: RegExp;
}

/** A table whose columns are understood. */
export interface DayTable {
  readonly day: string;
  readonly groupings: readonly Grouping[];
  /** Reads a row: what it has of each dimension. */
  read(field: (column: string) => string): ImportedDay[];
}

type ToValue = (text: string) => string | null;
interface Grouping {
  readonly column: string;
  readonly dimension: ImportedDimension;
  readonly toValue: ToValue;
}

const toKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** `20260131`, `2026-01-31` and `2026-01-31 13:00:00` as a day. */
export const toDay = (text: string): string =>
  text
    .trim()
    .replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
    .replace(/^(\d{4}-\d{2}-\d{2})[ T].*$/, '$1');

/** Returns whether one of the columns has one of the names, in small letters and digits alone. */
export const hasColumn = (columns: readonly string[], names: readonly string[]): boolean =>
  columns.some(name => names.includes(toKey(name)));

/** Returns whether columns are a day and a measure, at least. */
export const isDayTable = (columns: readonly string[], { day, measures }: DayVocabulary): boolean => {
  const keys = new Set(columns.map(toKey));
  return day.some(name => keys.has(name)) && measures.some(([name]) => keys.has(name));
};

/** Returns whether a column has a meaning, or is known to have none. */
export function isKnownColumn(name: string, { day, dimensions, measures, ignored }: DayVocabulary): boolean {
  const key = toKey(name);
  return (
    day.includes(key) ||
    Object.hasOwn(dimensions, key) ||
    measures.some(([measure]) => measure === key) ||
    ignored.test(key)
  );
}

const TOTALS: Grouping = { column: '', dimension: 'total', toValue: () => null };

/** Returns what rows are counted by: totals where they have no dimension, or several. Events have no views to add up. */
function listGroupings(groupings: readonly Grouping[]): readonly Grouping[] {
  const event = groupings.find(({ dimension }) => dimension === 'event');
  if (event) return [event];
  return groupings.length === 1 ? groupings : [TOTALS, ...groupings];
}

/**
 * Understands the columns of a table. Throws a `CommandError` that names a column which makes several rows of one day and value,
 * unless those can be added up: visitors cannot as a rule.
 */
export function findDayTable(file: string, columns: readonly string[], vocabulary: DayVocabulary): DayTable {
  const { day, dimensions, measures, isAdditive = false } = vocabulary;
  const byKey = new Map(columns.map(name => [toKey(name), name]));
  const dayColumn = day.map(name => byKey.get(name)).find(name => name !== undefined);
  if (dayColumn === undefined)
    throw new CommandError(`${file} has no column of days: export it with the dimension Date`);
  const groupings = [...byKey].flatMap(([key, column]): Grouping[] => {
    const [dimension, toValue] = findOwn(dimensions, key) ?? [];
    return dimension && toValue ? [{ column, dimension, toValue }] : [];
  });
  if (groupings.length > 1 && !isAdditive)
    throw new CommandError(
      `${file} has more than one dimension (${groupings.map(({ column }) => column).join(', ')}): export a file for each`,
    );
  const unknown = columns.find(name => !isKnownColumn(name, vocabulary));
  if (unknown !== undefined)
    throw new CommandError(`${file} has a column that is not known: ${unknown.slice(0, 100)}`);
  const listed = listGroupings(groupings).map(grouping => ({
    ...grouping,
    measures: findMeasures(byKey, measures, grouping.dimension),
  }));
  return {
    day: dayColumn,
    groupings,
    read: field =>
      listed.map(({ column, dimension, toValue, measures: found }) => ({
        day: toDay(field(dayColumn)),
        dimension,
        value: toValue(column && field(column)),
        ...Object.fromEntries([...found].map(([measure, name]) => [measure, toCount(field(name))])),
      })),
  };
}

/** Returns the column of each measure that rows of a dimension have. */
function findMeasures(
  byKey: ReadonlyMap<string, string>,
  measures: DayVocabulary['measures'],
  dimension: ImportedDimension,
): ReadonlyMap<ImportedMeasure, string> {
  const found = new Map<ImportedMeasure, string>();
  for (const [key, measure, only = dimension] of measures) {
    const name = byKey.get(key);
    if (name !== undefined && only === dimension && !found.has(measure)) found.set(measure, name);
  }
  return found;
}
