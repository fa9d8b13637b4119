/**
 * Days of visitors by the first and the last page, and those with a single hit; each with the visitor's day before or after. A span's
 * visitors are the days in it before which the visitor was not in it.
 */
import { raw, type Sql, sql, toRun } from '../sql/sql.ts';
import { CHANGES, divideVisitors, HASHED_CHANGES, type SignedHits, type SumsUpdate } from './changes.ts';
import { isOf, sumsOf } from './sums.ts';

/** Visits whose order is found at once: what does not fit into memory spills some 50 bytes a visit, at most 4 GiB in all. */
const VISITS_PER_PART = 32_000_000;

/** Visits with the days to those of the visitor before and after; those of the same day are 0 days away. */
const selectVisits = (visits: Sql): Sql => sql`
  select site_id, day, day - lag(day) over visitor as since, lead(day) over visitor - day as until, entry, exit, is_single
  from (
    select site_id, hash(site_id, visitor_hash) as visitor_key, created_at, day, visit_hits = 1 as is_single,
      hash(path) as entry, hash(coalesce(visit_exit_page, path)) as exit
    from hits where ${visits})
  window visitor as (partition by visitor_key order by created_at)`;

const IS_FIRST = raw('since is distinct from 0');
const IS_LAST = raw('until is distinct from 0');

/** Adds the days of the visitors of some hits. */
export const addVisitorDays = async ({ copy }: SumsUpdate, { sign, hits }: SignedHits): Promise<void> => {
  const run = toRun(copy);
  const visits = sql`visit_hits is not null and ${hits}`;
  const count = raw(`(${sign} * count(*))::integer`);
  for (const part of await divideVisitors(copy, visits, VISITS_PER_PART)) {
    copy.signal.throwIfAborted();
    await run(sql`create temp table visitor_visits as ${selectVisits(sql`${visits} and ${part}`)}`);
    await run(sql`insert into ${HASHED_CHANGES}
      select site_id, ${sumsOf('entries', 'entry_page')}, day, coalesce(since, 0), entry, ${count}
        from temp.main.visitor_visits where ${IS_FIRST} group by all
      union all select site_id, ${sumsOf('exits', 'exit_page')}, day, coalesce(until, 0), exit, ${count}
        from temp.main.visitor_visits where ${IS_LAST} group by all`);
    await run(sql`insert into ${CHANGES}
      select site_id, ${sumsOf('singles')}, day, coalesce(since, 0), coalesce(until, 0)::varchar, 0, 0, ${count}
      from temp.main.visitor_visits where is_single and ${IS_FIRST} and ${IS_LAST} group by all`);
    await run(sql`drop table temp.main.visitor_visits`);
  }
};

/**
 * Selects the pages of some days, or of all, each once: hits are summed up by them on every day, and those that came during an import in a row of
 * their own.
 */
export const selectPageNames = (days?: Sql): Sql => sql`
  select distinct site_id, day, key from sums where ${isOf('hits', 'path')} and key is not null
    and ${days ? sql`(site_id, day) in (select site_id, day from ${days})` : raw('true')}`;
