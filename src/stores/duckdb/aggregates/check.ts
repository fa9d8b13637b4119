/** Verifies the sums of a file against each other, without the rows. */
import type { CopySession } from '../engine-types.ts';
import { join, type Sql, sql, toRead } from '../sql/sql.ts';
import { STALE_SITES } from './stale.ts';
import { aggregateNumber, isOf, keyNumber } from './sums.ts';
import { VALUE_KEYS } from './table.ts';

const HITS = aggregateNumber('hits');
const [VISITS, OWN] = [aggregateNumber('visits'), aggregateNumber('own')];
const NOT_STALE = sql`site_id not in ${STALE_SITES}`;

/** Selects the hits of each day. */
const BY_DAY = sql`select site_id, day, sum(hits) as hits, sum(unique_hits) as unique_hits from sums
  where ${isOf('slots', 'none')} group by site_id, day`;

const SPARSE = join([...VALUE_KEYS, 'property' as const].map(keyNumber), ', ');

/** What is wrong with sums: a select of the days (`site_id`, `day`) that are, and the sentence about their number. */
const FAULTS: readonly { readonly days: Sql; readonly toText: (days: number) => string }[] = [
  {
    // Every hit has a value of a column; of others, some have.
    days: sql`select site_id, day from (
        select site_id, day, dimension in (${SPARSE}) as is_sparse, sum(hits) as hits, sum(unique_hits) as unique_hits
        from sums where aggregate = ${HITS}
        group by site_id, day, dimension, case when dimension = ${keyNumber('property')} then split_part(key, '=', 1) end
      ) of_keys left join (${BY_DAY}) of_days using (site_id, day)
      where of_keys.hits not between if(is_sparse, 0, of_days.hits) and coalesce(of_days.hits, 0)
        or of_keys.unique_hits not between if(is_sparse, 0, of_days.unique_hits) and coalesce(of_days.unique_hits, 0)
        or of_days.hits is null`,
    toText: days => `the sums of hits by their values of ${days} days do not agree with the hits`,
  },
  {
    // A dimension has the hits of the day, as many visits as another, and no more of them come back than there are.
    days: sql`select site_id, day from (
        select site_id, day, dimension, sum(hits) as hits, sum(visits) filter (where since is null) as visits,
          coalesce(sum(visits) filter (where since is not null), 0) as further
        from sums where aggregate = ${VISITS} and dimension <> ${keyNumber('path')} group by all
      ) of_keys left join (${BY_DAY}) of_days using (site_id, day) where ${NOT_STALE} group by site_id, day
      having bool_or(of_keys.hits is distinct from of_days.hits) or min(visits) <> max(visits)
        or bool_or(further not between 0 and visits)
      union all select site_id, day from sums where aggregate = ${OWN} and since is null and ${NOT_STALE}
        group by site_id, day, dimension having sum(hits) <> 0 or sum(unique_hits) <> 0 or sum(visits) < 0
      union all select site_id, day from sums where ${isOf('visits', 'path')} and ${NOT_STALE} group by site_id, day
        having coalesce(sum(visits) filter (where since is not null), 0)
          not between 0 and coalesce(sum(visits) filter (where since is null), 0)`,
    toText: days => `the sums of visits of ${days} days do not agree with its hits and visits`,
  },
  {
    // A day has as many last pages as first ones, and a site as many first days as last ones.
    days: sql`with ends as (
        select site_id, day, aggregate, visits, since from sums
        where aggregate in (${aggregateNumber('entries')}, ${aggregateNumber('exits')}, ${aggregateNumber('singles')}) and ${NOT_STALE}),
      counted as (
        select site_id, day, sum(visits) filter (where aggregate = ${aggregateNumber('entries')}) as entries,
          sum(visits) filter (where aggregate = ${aggregateNumber('exits')}) as exits,
          coalesce(sum(visits) filter (where aggregate = ${aggregateNumber('singles')}), 0) as singles from ends group by all)
      select site_id, day from counted where entries is distinct from exits or singles not between 0 and entries
      union all select site_id, min(day) from ends where since = 0 group by site_id
        having sum(visits) filter (where aggregate = ${aggregateNumber('entries')})
          is distinct from sum(visits) filter (where aggregate = ${aggregateNumber('exits')})`,
    toText: days => `the entry and exit pages of ${days} days do not agree`,
  },
  {
    // The values of pages are those of all together, and no more depths are known than views.
    days: sql`select site_id, day from (
        select site_id, day, aggregate, since, dimension, sum(hits) as views from sums
        where aggregate in (${aggregateNumber('seconds')}, ${aggregateNumber('depths')}) group by all
      ) where (site_id, day) not in (select site_id, day from stale_sums where day is not null)
      group by site_id, day, aggregate, since
      having sum(views) filter (where dimension = ${keyNumber('none')})
        is distinct from sum(views) filter (where dimension <> ${keyNumber('none')})
      union all select site_id, day from sums where dimension = ${keyNumber('none')}
        and (site_id, day) not in (select site_id, day from stale_sums where day is not null)
      group by site_id, day having coalesce(sum(hits) filter (where ${isOf('depths', 'none')}), 0)
        > coalesce(sum(hits) filter (where ${isOf('seconds', 'none')}), 0)`,
    toText: days => `the engagement of ${days} days does not agree with that of its pages`,
  },
];

/** Checks the sums of a file. Returns what is wrong; a file of an older schema has none. */
export const findSumFaults = async (session: CopySession, name: string): Promise<string[]> => {
  const read = toRead(session);
  const tables = sql`select table_name from duckdb_tables()
    where database_name = current_database() and table_name = 'sums'`;
  if ((await read(tables)).length === 0) return [];
  const faults: string[] = [];
  for (const { days, toText } of FAULTS) {
    const [counted] = await read<{ readonly days: number }>(
      sql`select count(distinct (site_id, day)) as days from (${days})`,
    );
    if (counted && counted.days > 0) faults.push(`${name}: ${toText(counted.days)}`);
  }
  return faults;
};
