/** Filters in one form, which every engine translates. */
import type { Dimension, Filter } from '../core/hits/query.ts';

/** How values are compared; all but `is` ignore case. */
type Comparison = 'is' | 'contains' | 'matches';

/** A filter in one form. */
export interface Predicate {
  readonly dimension: Dimension;
  readonly values: readonly string[];
  /** Whether rows without a value match too. */
  readonly matchesNull: boolean;
  readonly comparison: Comparison;
  /** Whether rows that match are excluded. */
  readonly isExcluding: boolean;
}

/** Returns the values of a filter, how they are compared, and whether they are excluded. */
const takeApart = (filter: Filter): [readonly (string | null)[], Comparison, boolean] => {
  if ('is' in filter) return [[filter.is], 'is', false];
  if ('isNot' in filter) return [[filter.isNot], 'is', true];
  if ('isAnyOf' in filter) return [filter.isAnyOf, 'is', false];
  if ('isNoneOf' in filter) return [filter.isNoneOf, 'is', true];
  if ('containsAnyOf' in filter) return [filter.containsAnyOf, 'contains', false];
  if ('containsNone' in filter) return [filter.containsNone, 'contains', true];
  if ('matchesAnyOf' in filter) return [filter.matchesAnyOf, 'matches', false];
  return [filter.matchesNone, 'matches', true];
};

/** Converts a filter to its predicate. */
export const toPredicate = (filter: Filter): Predicate => {
  const [values, comparison, isExcluding] = takeApart(filter);
  return {
    dimension: filter.dimension,
    values: values.filter(value => value !== null),
    matchesNull: values.includes(null),
    comparison,
    isExcluding,
  };
};

/** Returns whether a filter excludes nothing, so that it can be left out. */
export const excludesNothing = (filter: Filter): boolean => {
  const { values, matchesNull, isExcluding } = toPredicate(filter);
  return isExcluding && values.length === 0 && !matchesNull;
};
