/** What a query asks for, said in SQL. */
import type { HitKind } from '../../../core/hits/columns.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { TABLES } from '../engine-types.ts';
import { join, raw, type Sql, sql } from '../sql/sql.ts';
import { comparedIn } from './dimensions.ts';
import { toFilterSql } from './filters.ts';
import { isOfVisitor, toVisitorFilterSql } from './visitor-filters.ts';
import { within } from './within.ts';

/** A kind's table. */
export const tableOf = (kind: HitKind): Sql => raw(TABLES[kind]);

/** Counts unique hits of raw rows; only hits have any. */
export const uniqueCount = (kind: HitKind): Sql =>
  raw(kind === 'hit' ? 'count(*) filter (where is_unique)' : '0');

/** Every filter of a query, and its site. What is asked of a visitor's other rows is asked of those in the query's span. */
export const siteAndFilters = (query: HitQuery): Sql =>
  join(
    [
      sql`site_id = ${query.siteId}`,
      ...query.filters.map(filter =>
        isOfVisitor(query.kind, filter.dimension)
          ? toVisitorFilterSql(query, filter)
          : toFilterSql(comparedIn(query.kind, filter.dimension), filter),
      ),
    ],
    ' and ',
  );

/** Which raw rows a query asks for; of a part of its span only, where one is given. */
export const toWhere = (query: HitQuery, part: Span | null = query.span): Sql =>
  sql`${siteAndFilters(query)} and ${within('created_at', part)}`;
