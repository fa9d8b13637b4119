/** Groups by entry or exit page. */
import { listDone } from '../../../core/hits/conditions.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import { raw, type Sql, sql } from '../sql/sql.ts';
import { toWhere } from './conditions.ts';
import { type JourneyEnd, toMoment, visitorRows } from './visitor-filters.ts';

/** Hash of a path, kept for each visitor instead of its text. */
const PATH_HASH = raw('hash(path)');

/**
 * Selects the visitors of a query as `visitor_hash` and `page`, the hash of the first (last) of all their pages in its span. Conditions on
 * what visits did are not applied: rows are read without their visits here, and queries with such conditions join the rows that match.
 */
const pageByVisitor = (query: HitQuery, end: JourneyEnd): Sql => {
  const filters = query.filters.filter(condition => listDone([condition]).length === 0);
  const matchesQuery =
    filters.length === 0
      ? raw('true')
      : sql`visitor_hash in (select visitor_hash from hits where ${toWhere({ ...query, filters })})`;
  return sql`select visitor_hash, ${raw(end)}(${PATH_HASH}, ${toMoment(query)}) as page from hits
    where ${visitorRows(query)} and ${matchesQuery} group by visitor_hash`;
};

/**
 * Counts the visitors of a query by the first (last) of all their pages in its span; with `visits`, a select of
 * `visitor_hash` and `visits`, their visits too.
 */
export const visitorsByPage = (query: HitQuery, end: JourneyEnd, visits?: Sql): Sql => {
  const visitors = pageByVisitor(query, end);
  const counted = visits
    ? sql`select page, count(*) as visitors, sum(visits)::bigint as visits
        from (${visitors}) join (${visits}) using (visitor_hash)`
    : sql`select page, count(*) as visitors from (${visitors})`;
  return sql`
    select path as key, visitors as hits, 0 as unique_hits${raw(visits ? ', visitors, visits' : '')}
    from (${counted} group by page) join ${listPages(query)} on page = ${PATH_HASH}`;
};

/** Selects the pages that visitors of a query's span have seen. */
const listPages = (query: HitQuery): Sql => sql`(select distinct path from hits where ${visitorRows(query)})`;

/** Selects the visitors of a query with the first (last) of all their pages in its span, as `visitor_hash` and `key`. */
export const selectVisitorPages = (query: HitQuery, end: JourneyEnd): Sql => sql`
  select visitor_hash, path as key from (${pageByVisitor(query, end)}) join ${listPages(query)} on page = ${PATH_HASH}`;
