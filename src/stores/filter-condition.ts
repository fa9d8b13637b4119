/** Filters in one form, which every engine translates. */
import type { Filter } from '../core/hits/query.ts';

/** A filter in one form. */
export interface Condition {
  readonly values: readonly string[];
  /** Whether rows without a value match too. */
  readonly matchesNull: boolean;
  /** Whether values are matched as parts of a text, ignoring case. */
  readonly isContains: boolean;
  /** Whether rows that match are excluded. */
  readonly isExcluding: boolean;
}

/** Converts a filter to its condition. */
export const toCondition = (filter: Filter): Condition => {
  const condition = (values: readonly (string | null)[], isContains: boolean, isExcluding: boolean) => ({
    values: values.filter(value => value !== null),
    matchesNull: values.includes(null),
    isContains,
    isExcluding,
  });
  if ('is' in filter) return condition([filter.is], false, false);
  if ('isNot' in filter) return condition([filter.isNot], false, true);
  if ('isAnyOf' in filter) return condition(filter.isAnyOf, false, false);
  if ('isNoneOf' in filter) return condition(filter.isNoneOf, false, true);
  if ('contains' in filter) return condition([filter.contains], true, false);
  if ('containsAnyOf' in filter) return condition(filter.containsAnyOf, true, false);
  return condition(filter.containsNone, true, true);
};

/** Returns whether a filter excludes nothing, so that it can be left out. */
export const excludesNothing = (filter: Filter): boolean => {
  const { values, matchesNull, isExcluding } = toCondition(filter);
  return isExcluding && values.length === 0 && !matchesNull;
};
