/** Translates queries to SQL conditions. */
import type { HitKind } from '../../../core/hits/columns.ts';
import type { Filter, HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { toConditionSql, toFilterSql } from '../../sql/filters.ts';
import { TABLES } from '../engine-types.ts';
import { join, raw, type Sql, sql, within } from '../sql/sql.ts';
import { findComparedValue } from './dimensions.ts';
import { isVisitorFilter, toVisitorFilterSql } from './visitor-filters.ts';

/** Returns the table of a kind. */
export const tableOf = (kind: HitKind): Sql => raw(TABLES[kind]);

/** Returns the expression that counts unique hits of raw rows; only hits have any. */
export const uniqueCount = (kind: HitKind): Sql =>
  raw(kind === 'hit' ? 'count(*) filter (where is_unique)' : '0');

/** Translates a filter on values of rows, or on other rows of their visitor. */
export const toRowFilterSql = (query: HitQuery, filter: Filter): Sql =>
  isVisitorFilter(query.kind, filter.dimension)
    ? toVisitorFilterSql(query, filter)
    : toFilterSql(findComparedValue(query, filter.dimension), filter);

/** Returns the condition for the site and the filters of a query. Filters on a visitor's other rows look at those in its span. */
export const siteAndFilters = (query: HitQuery): Sql =>
  join(
    [
      sql`site_id = ${query.siteId}`,
      ...query.filters.map(condition =>
        // Rows that are read without their visits have none.
        toConditionSql(condition, {
          filter: filter => toRowFilterSql(query, filter),
          done: () => raw('false'),
        }),
      ),
    ],
    ' and ',
  );

/** Returns the condition for the raw rows of a query, in a part of its span where one is given. */
export const toWhere = (query: HitQuery, part: Span | null = query.span): Sql =>
  sql`${siteAndFilters(query)} and ${within('created_at', part)}`;

/** Maximum number of ids that are listed in a statement, which is planned faster than a join. */
const MAX_LISTED_SITES = 100;

/** Returns the condition for rows of some sites. */
export const isAnyOfSites = (siteIds: readonly number[]): Sql => {
  if (siteIds.length === 0) return raw('false');
  if (siteIds.length > MAX_LISTED_SITES) return sql`site_id in (select unnest(${siteIds}::bigint[]))`;
  return sql`site_id in (${join(
    siteIds.map(id => sql`${id}`),
    ', ',
  )})`;
};
