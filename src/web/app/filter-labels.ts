/** Labels of filters and their values. */

import { DIMENSIONS } from '../dimensions.ts';
import type { FilterName } from '../filter-names.ts';
import * as labels from '../labels/shell.tsx';
import type { Filter } from '../view.ts';

/** Returns the label of what a filter is about. */
export const filterLabel = (name: FilterName): string => DIMENSIONS[name].labels.name;

/** Formats a value of a filter. It is untrusted: render it with `UntrustedText`. */
export function formatFilterValue(name: FilterName, value: string): string {
  const dimension = DIMENSIONS[name];
  if (value === '') return dimension.labels.none;
  return dimension.format ? dimension.format(value) : value;
}

/** Returns the verb between the name and the value of a filter. */
export const filterVerb = ({ name, isExcluded }: Pick<Filter, 'name' | 'isExcluded'>): string =>
  DIMENSIONS[name].isPartial
    ? isExcluded
      ? labels.hasNot
      : labels.has
    : isExcluded
      ? labels.isNot
      : labels.is;
