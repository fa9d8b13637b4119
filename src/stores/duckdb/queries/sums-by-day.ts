/** Sums of whole UTC days by one column, and the raw rows that they do not cover. */
import type { Dimension, HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { findRolledUp, type RolledUpColumn } from '../rollups/rollups.ts';
import { join, raw, type Sql, sql, within } from '../sql/sql.ts';
import { siteAndFilters } from './conditions.ts';
import { findBaseColumn, toComparedValue } from './dimensions.ts';
import { toFilterSql } from './filters.ts';
import { rawParts, splitSpan, unionAll } from './parts.ts';

/** Finds the rolled-up column that all filters of a query look at, and its grouping where one is given; undefined where none does. */
export const findSummedColumn = (query: HitQuery, dimension?: Dimension): RolledUpColumn | undefined => {
  const dimensions = query.filters.map(filter => filter.dimension);
  const [base, ...others] = new Set(
    (dimension ? [dimension, ...dimensions] : dimensions).map(findBaseColumn),
  );
  return query.kind === 'hit' && base !== undefined && others.length === 0 ? findRolledUp(base) : undefined;
};

/** Selects sums by day and key of the hits of a query up to the watermark, on whole days; null: all time. */
export const selectDaySums = (query: HitQuery, { dimension }: RolledUpColumn, days: Span | null): Sql => {
  const conditions = [
    sql`site_id = ${query.siteId} and dimension = ${dimension} and ${within('day', days)}`,
    ...query.filters.map(filter =>
      toFilterSql(
        toComparedValue(filter.dimension, () => raw('key'), query),
        filter,
      ),
    ),
  ];
  return sql`select day, key, hits, unique_hits from hit_groups where ${join(conditions, ' and ')}`;
};

/** Selects keys with their hits, from sums and the raw rows they do not cover, not summed up; undefined where sums lack them. */
export const selectSummedRows = (query: HitQuery, dimension?: Dimension): Sql | undefined => {
  const column = findSummedColumn(query, dimension);
  const parts = splitSpan(query.span, DAY_MS);
  if (!column || !parts) return undefined;
  return unionAll([
    sql`select key, hits, unique_hits from (${selectDaySums(query, column, parts.wholeUnits)})`,
    ...rawParts(parts).map(
      part =>
        sql`select ${column.key}, 1, is_unique::integer from hits where ${siteAndFilters(query)} and ${part}`,
    ),
  ]);
};
