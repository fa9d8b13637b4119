/** The statement of returning visitors, of both engines. */
import type { ReturningQuery } from '../../core/hits/returning-visitors.ts';
import { raw, type Sql, sql } from './fragment.ts';

/** The condition for hits of identified visitors: a page, the API or an import has named them. */
const IS_IDENTIFIED = raw('visitor_is_stable and coalesce(visitor_is_identified, true)');

const NUMBERS: Sql = { duckdb: raw('list(distinct week)'), clickhouse: raw('groupUniqArray(week)') };
const EACH: Sql = { duckdb: raw('unnest(weeks)'), clickhouse: raw('arrayJoin(weeks)') };

/** Selects how many identified visitors of the weeks came in each, by the week of their first hit. `hits` are all hits of the site, and `day` theirs. */
export const selectReturning = (
  { firstDay, weeks }: ReturningQuery,
  { hits, day }: { readonly hits: Sql; readonly day: Sql },
): Sql => {
  const since = sql`(day - cast(${firstDay} as date))`;
  const number: Sql = { duckdb: sql`${since} // 7`, clickhouse: sql`intDiv(${since}, 7)` };
  return sql`
    with seen as (select visitor_hash, ${day} as day from ${hits} and ${IS_IDENTIFIED}),
    visitors as (
      select visitor_hash, min(week) as first_week, ${NUMBERS} as weeks
      from (select visitor_hash, case when ${since} < 0 then -1 else ${number} end as week from seen where ${since} < ${7 * weeks})
      group by visitor_hash)
    select first_week, week, count(*) as visitors from (select first_week, ${EACH} as week from visitors)
    where week >= 0 group by first_week, week order by first_week, week`;
};

export interface ReturningRow {
  readonly first_week: number;
  readonly week: number;
  readonly visitors: number;
}

export const toReturnedVisitors = ({ first_week: firstWeek, week, visitors }: ReturningRow) => ({
  firstWeek: Number(firstWeek),
  week: Number(week),
  visitors: Number(visitors),
});
