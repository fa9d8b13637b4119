/** Sums of whole days by one column or value, and the raw rows that they do not cover. */

import type { DaySpan } from '../../../core/days.ts';
import { isFilter, listFilters } from '../../../core/hits/conditions.ts';
import type { Dimension, HitQuery } from '../../../core/hits/query.ts';
import { toFilterSql } from '../../sql/filters.ts';
import { hitKey } from '../aggregates/keys.ts';
import { isOf } from '../aggregates/sums.ts';
import { isColumnKey } from '../aggregates/table.ts';
import { join, raw, type Sql, sql, within } from '../sql/sql.ts';
import { siteAndFilters } from './conditions.ts';
import { findBaseColumn, keyOf, toComparedValue } from './dimensions.ts';
import { rawParts, splitDays, unionAll } from './parts.ts';
import { findValueSums, selectValueSums } from './value-sums.ts';

/** Sums by day that answer a query. */
interface DaySums {
  /** Whether they are by the column that dimensions are derived from, not by the value itself. */
  readonly isByColumn: boolean;
  /** Expression of a hit's key in the sums. */
  readonly key: Sql;
  /** Selects sums by day and key of the hits up to the watermark, on whole days; null: all time. */
  readonly select: (days: DaySpan | null) => Sql;
}

const findColumnSums = (query: HitQuery, dimension?: Dimension): DaySums | undefined => {
  if (!query.filters.every(isFilter)) return undefined;
  const dimensions = query.filters.map(filter => filter.dimension);
  const [base, ...others] = new Set(
    (dimension ? [dimension, ...dimensions] : dimensions).map(findBaseColumn),
  );
  if (query.kind !== 'hit' || base === undefined || others.length > 0 || !isColumnKey(base)) return undefined;
  const filters = listFilters(query.filters).map(filter =>
    toFilterSql(
      toComparedValue(filter.dimension, () => raw('key'), query),
      filter,
    ),
  );
  const select = (days: DaySpan | null): Sql => {
    const site = sql`site_id = ${query.siteId} and ${isOf('hits', base)} and ${within('day', days)}`;
    return sql`select day, key, hits, unique_hits from sums where ${join([site, ...filters], ' and ')}`;
  };
  return { isByColumn: true, key: hitKey(base), select };
};

/**
 * Finds the sums by day of what all filters of a query look at, and its grouping where one is given; undefined where there are
 * none. Of those by a value, `lacksValueSums` has to be asked.
 */
export const findDaySums = (query: HitQuery, dimension?: Dimension): DaySums | undefined => {
  const value = findValueSums(query, dimension);
  if (!value) return findColumnSums(query, dimension);
  const filters = listFilters(query.filters).map(filter => toFilterSql({ value: raw('key') }, filter));
  return {
    isByColumn: false,
    key: keyOf(value.name, raw, query),
    select: days =>
      sql`select * from (${selectValueSums(query, value, days)}) where ${join([raw('true'), ...filters], ' and ')}`,
  };
};

/** Selects keys with their hits, from sums and the raw rows they do not cover, not summed up; undefined where sums lack them. */
export const selectSummedRows = (query: HitQuery, dimension?: Dimension): Sql | undefined => {
  const sums = findDaySums(query, dimension);
  const parts = splitDays(query.span, query.zone);
  if (!sums || !parts) return undefined;
  return unionAll([
    sql`select key, hits, unique_hits from (${sums.select(parts.days)})`,
    ...rawParts(parts).map(
      part =>
        sql`select ${sums.key}, 1, is_unique::integer from hits where ${siteAndFilters(query)} and ${part}`,
    ),
  ]);
};
