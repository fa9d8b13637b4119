/** Sums of whole days by one column or value, and the raw rows that they do not cover. */

import type { DaySpan } from '../../../core/days.ts';
import { listFilters } from '../../../core/hits/conditions.ts';
import type { Dimension, Filter, HitQuery } from '../../../core/hits/query.ts';
import { keyOf, toComparedText, toComparedValue } from '../../sql/dimensions.ts';
import { type ComparedValue, toFilterSql } from '../../sql/filters.ts';
import { hitKey } from '../aggregates/keys.ts';
import type { Plan } from '../aggregates/plan.ts';
import { isOf } from '../aggregates/sums.ts';
import { type ColumnKey, isColumnKey } from '../aggregates/table.ts';
import { join, raw, type Sql, sql, within } from '../sql/sql.ts';
import { siteAndFilters } from './conditions.ts';
import { rawParts, splitDays, unionAll } from './parts.ts';
import { findSumsByValue, selectValueSums, type ValueSums } from './value-sums.ts';

/** Sums by day that answer a query. */
interface DaySums {
  /** Whether they are by the column that dimensions are derived from, not by the value itself. */
  readonly isByColumn: boolean;
  /** Expression of a hit's key in the sums. */
  readonly key: Sql;
  /** Selects sums by day and key of the hits up to the watermark, on whole days; null: all time. */
  readonly select: (days: DaySpan | null) => Sql;
}

/** Returns the condition that keys of sums match the filters of a query. */
const matchesKeys = ({ filters }: HitQuery, toValue: (filter: Filter) => ComparedValue): Sql =>
  join([raw('true'), ...listFilters(filters).map(filter => toFilterSql(toValue(filter), filter))], ' and ');

const ofColumn = (query: HitQuery, column: ColumnKey): DaySums => ({
  isByColumn: true,
  key: hitKey(column),
  select: days => sql`select day, key, hits, unique_hits from sums
    where site_id = ${query.siteId} and ${isOf('hits', column)} and ${within('day', days)}
      and ${matchesKeys(query, filter => toComparedValue(filter.dimension, () => raw('key'), query))}`,
});

const ofValue = (query: HitQuery, value: ValueSums): DaySums => ({
  isByColumn: false,
  key: keyOf(value.name, raw, query),
  select: days => sql`select * from (${selectValueSums(query, value, days)})
    where ${matchesKeys(query, ({ dimension }) => toComparedText(dimension, raw('key')))}`,
});

/** Finds the sums by day that a plan names, of what all filters of a query look at and its grouping; undefined for other plans. */
export const findDaySums = (query: HitQuery, plan: Plan, dimension?: Dimension): DaySums | undefined => {
  if (plan.from !== 'hits') return undefined;
  if (isColumnKey(plan.key)) return ofColumn(query, plan.key);
  const name = dimension ?? listFilters(query.filters)[0]?.dimension;
  const value = name && findSumsByValue(name);
  return value && ofValue(query, value);
};

/** Selects keys with their hits, from sums and the raw rows they do not cover, not summed up; undefined where sums lack them. */
export const selectSummedRows = (query: HitQuery, plan: Plan, dimension?: Dimension): Sql | undefined => {
  const sums = findDaySums(query, plan, dimension);
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
