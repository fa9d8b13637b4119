/** The values of dimensions, over the columns of rows. */
import type { Dimension, HitQuery, OfSite } from '../../../core/hits/query.ts';
import { hasColumns, type ReadColumn, toComparedValue } from '../../sql/dimensions.ts';
import type { ComparedValue } from '../../sql/filters.ts';
import { raw, sql } from '../../sql/fragment.ts';

/** Returns a dimension's value as text over its columns, which may have a prefix; null where the kind lacks one. */
export const findComparedValue = (
  query: Pick<HitQuery, 'kind'> & OfSite,
  dimension: Dimension,
  prefix = '',
): ComparedValue => {
  if (!hasColumns(query.kind, dimension)) return { value: raw('cast(null as Nullable(String))') };
  const column: ReadColumn = name => raw(`${prefix}${name}`);
  const compared = toComparedValue(dimension, column, query);
  return { ...compared, value: sql`cast(${compared.value} as Nullable(String))` };
};

/** Returns the value alone. */
export const keyOf = (...of: Parameters<typeof findComparedValue>): ComparedValue['value'] =>
  findComparedValue(...of).value;
