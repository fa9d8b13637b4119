/** The columns of a kind's table that dimensions are, or are derived from. */
import { columns, type HitKind } from '../../../core/hits/columns.ts';
import { type Dimension, type HitQuery, hasVisits } from '../../../core/hits/query.ts';
import {
  hasColumns,
  isDerived,
  type OfQuery,
  type ReadColumn,
  toComparedValue,
} from '../../sql/dimensions.ts';
import type { ComparedValue } from '../../sql/filters.ts';
import { raw } from '../sql/sql.ts';

/** Finds how rows of a kind have the columns of a dimension, where it is one itself as text; undefined where the kind lacks them. */
export const findColumns = (kind: HitKind, dimension: Dimension): ReadColumn | undefined => {
  if (!hasColumns(kind, dimension)) return undefined;
  const isText =
    isDerived(dimension) || columns.some(({ name, type }) => name === dimension && type === 'varchar');
  return name => {
    if (name === 'channel' && !hasVisits(kind)) return raw('null::utinyint');
    return raw(isText ? name : `${name}::varchar`);
  };
};

/** Returns the value that filters on a dimension compare in rows of a query; null where their kind lacks the columns. */
export const findComparedValue = (
  query: Pick<HitQuery, 'kind'> & OfQuery,
  dimension: Dimension,
): ComparedValue => {
  const column = findColumns(query.kind, dimension);
  return column ? toComparedValue(dimension, column, query) : { value: raw('null::varchar') };
};
