/** Reads the filters of a segment from a body, as the parameters of a report are read. */
import { type TObject, Type } from '@sinclair/typebox';
import { AppError, invalidBody } from '../../core/errors.ts';
import type { FilterValues } from '../../core/view.ts';
import { formatValue, parseQuery } from '../../http/validate.ts';
import { listFilterValues, ruleQuery } from '../../reports/filters.ts';
import { HIT_FILTERS } from '../../reports/hit-filters.ts';
import { ANY_PROPERTY, listPropertyParameters } from '../../reports/property-filters.ts';

const PARAMETERS = ruleQuery(HIT_FILTERS);
const QUERY: TObject = Type.Object(PARAMETERS);
/** The names in an error: the ones without `not_`. */
const NAMES = [...Object.keys(HIT_FILTERS).filter(name => name !== ANY_PROPERTY), ANY_PROPERTY].join(', ');

/** Longest value: what is stored of a page has no longer one. */
const MAX_VALUE_LENGTH = 2048;

/** Parses filters. Throws 422 for an unknown name, and for what a report does not take as the value of that parameter. */
export function readFilters(given: Readonly<Record<string, unknown>>): FilterValues {
  const names = Object.keys(given);
  if (names.length === 0)
    throw invalidBody(
      `filters must have at least one of ${NAMES}, or one of those with not_ before its name`,
    );
  const parameters = new URLSearchParams();
  for (const name of names) {
    if (!isFilter(name))
      throw invalidBody(
        `filters.${shorten(name)} is unknown, allowed are ${NAMES}, and those with not_ before their names`,
      );
    for (const value of readValues(name, given[name])) parameters.append(name, value);
  }
  try {
    return listFilterValues(HIT_FILTERS, parseQuery(QUERY, parameters));
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid_parameter')
      throw invalidBody(`filters.${error.message}`);
    throw error;
  }
}

/** Properties with a bad name are filters: what is wrong with them is said when they are parsed. */
const isFilter = (name: string): boolean =>
  name !== 'properties' &&
  (Object.hasOwn(PARAMETERS, name) || listPropertyParameters({ [name]: [] }).length > 0);

function readValues(name: string, given: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (values.length === 0) throw invalidBody(`filters.${name} must have at least one value, got []`);
  return values.map(value => {
    if (typeof value !== 'string' || !value.isWellFormed() || value.length > MAX_VALUE_LENGTH)
      throw invalidBody(
        `filters.${name} must be a text of at most ${MAX_VALUE_LENGTH} characters or a list of such, got ${formatValue(value)}`,
      );
    return value;
  });
}

const shorten = (name: string): string => formatValue(name).slice(1, -1);
