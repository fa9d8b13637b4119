/** Groups by entry or exit page: how many visitors began, or ended, on each path. */
import type { HitQuery } from '../../../core/hits/query.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { toWhere } from './conditions.ts';
import { toMoment, visitorRows } from './visitor-filters.ts';

/** Number that stands for a path, kept for each visitor in the place of its text. */
const PATH_HASH = raw('hash(path)');

/** Visitors of a query's rows by the first (last) page of all they saw in its span. */
export const visitorsByPage = (query: HitQuery, end: 'arg_min' | 'arg_max'): Sql => {
  const rows = visitorRows(query);
  const isAsked =
    query.filters.length === 0
      ? raw('true')
      : sql`visitor_hash in (select visitor_hash from hits where ${toWhere(query)})`;
  return sql`
    select path as key, visitors as hits, 0 as unique_hits
    from (select page, count(*) as visitors from (
        select ${raw(end)}(${PATH_HASH}, ${toMoment(query)}) as page from hits where ${rows} and ${isAsked} group by visitor_hash)
      group by page)
    join (select distinct path from hits where ${rows}) on page = ${PATH_HASH}`;
};
