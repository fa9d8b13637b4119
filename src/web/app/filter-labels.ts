/** Labels of filters and their values. */

import { findDimension } from '../dimensions.ts';
import { filterRank, type ViewFilterName } from '../filter-names.ts';
import * as labels from '../labels/shell.tsx';
import type { Filter } from '../view.ts';

/** Returns the label of what a filter is about. */
export const filterLabel = (name: ViewFilterName): string => findDimension(name).labels.name;

/** Formats a value of a filter. It is untrusted: render it with `UntrustedText`. */
export function formatFilterValue(name: ViewFilterName, value: string): string {
  const dimension = findDimension(name);
  if (value === '') return dimension.labels.none;
  return dimension.format ? dimension.format(value) : value;
}

/** Returns the verb of a filter, to be chosen in a form. */
export const filterVerb = ({ name, isExcluded }: Pick<Filter, 'name' | 'isExcluded'>): string =>
  findDimension(name).isPartial
    ? isExcluded
      ? labels.hasNot
      : labels.has
    : isExcluded
      ? labels.isNot
      : labels.is;

/** Returns what stands before the value of a filter: what it is about, as in "Country is". */
export function filterPrefix({ name, isExcluded }: Pick<Filter, 'name' | 'isExcluded'>): string {
  const [is, isNot] = findDimension(name).isPartial
    ? [labels.filterHas, labels.filterHasNot]
    : [labels.filterIs, labels.filterIsNot];
  return (isExcluded ? isNot : is)(filterLabel(name));
}

/** Returns the word between two values of the same filter: one of them is enough, and none of excluded ones is. */
export const filterConjunction = ({ isExcluded }: Pick<Filter, 'isExcluded'>): string =>
  isExcluded ? labels.nor : labels.or;

/** Sorts filters so that the values of each follow one another, and tells which is a further value of the one before. */
export const toAlternatives = (
  filters: readonly Filter[],
): { readonly filter: Filter; readonly isAnother: boolean }[] =>
  filters
    .toSorted(
      (left, right) =>
        filterRank(left.name) - filterRank(right.name) ||
        (left.name < right.name ? -1 : Number(left.name > right.name)) ||
        Number(left.isExcluded) - Number(right.isExcluded),
    )
    .map((filter, index, sorted) => {
      const before = sorted[index - 1];
      return {
        filter,
        isAnother: before?.name === filter.name && before.isExcluded === filter.isExcluded,
      };
    });
