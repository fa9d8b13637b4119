/** Labels of filters and their values. */

import { findDimension } from '../dimensions.ts';
import type { ViewFilterName } from '../filter-names.ts';
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

/** Returns the verb between the name and the value of a filter. */
export const filterVerb = ({ name, isExcluded }: Pick<Filter, 'name' | 'isExcluded'>): string =>
  findDimension(name).isPartial
    ? isExcluded
      ? labels.hasNot
      : labels.has
    : isExcluded
      ? labels.isNot
      : labels.is;
