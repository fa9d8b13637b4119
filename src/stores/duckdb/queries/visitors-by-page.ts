/** Groups by entry or exit page. */
import type { HitQuery } from '../../../core/hits/query.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { toWhere } from './conditions.ts';
import { toMoment, visitorRows } from './visitor-filters.ts';

/** Hash of a path, kept for each visitor instead of its text. */
const PATH_HASH = raw('hash(path)');

/** Counts the visitors of a query by the first (last) of all their pages in its span. */
export const visitorsByPage = (query: HitQuery, end: 'arg_min' | 'arg_max'): Sql => {
  const rows = visitorRows(query);
  const matchesQuery =
    query.filters.length === 0
      ? raw('true')
      : sql`visitor_hash in (select visitor_hash from hits where ${toWhere(query)})`;
  return sql`
    select path as key, visitors as hits, 0 as unique_hits
    from (select page, count(*) as visitors from (
        select ${raw(end)}(${PATH_HASH}, ${toMoment(query)}) as page from hits where ${rows} and ${matchesQuery} group by visitor_hash)
      group by page)
    join (select distinct path from hits where ${rows}) on page = ${PATH_HASH}`;
};
