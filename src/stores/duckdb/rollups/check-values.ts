/** Verifies the sums of hits by values of a file against those of all hits. */
import type { CopySession } from '../engine-types.ts';
import { raw, sql } from '../sql/sql.ts';
import { countFaultyDays } from './faulty-days.ts';
import { PROPERTIES } from './properties.ts';
import { SUMMED_VALUES } from './values.ts';

const NUMBERS = raw(SUMMED_VALUES.map(({ dimension }) => dimension).join(', '));

/** Counts the days on which more hits, or unique hits, have a value of a dimension than there are. */
const COUNT_DAYS = sql`with of_days as (
    select site_id, dimension, day, case when dimension = ${PROPERTIES} then split_part(key, '=', 1) end as name,
      sum(hits) as hits, sum(unique_hits) as unique_hits
    from hit_groups group by all)
  select count(distinct (site_id, day)) as days
  from (select * from of_days where dimension in (${NUMBERS}, ${PROPERTIES})) of_values
    left join (select * exclude (name) from of_days where dimension = 0) of_paths using (site_id, day)
  where of_values.hits not between 0 and coalesce(of_paths.hits, 0)
    or of_values.unique_hits not between 0 and coalesce(of_paths.unique_hits, 0)`;

/** Checks the sums of hits by values of a file. Returns what is wrong; a file of an older schema has none. */
export const findValueFaults = async (session: CopySession, name: string): Promise<string[]> => {
  const days = await countFaultyDays(session, 'unsummed_values', COUNT_DAYS);
  return days === 0
    ? []
    : [`${name}: the sums of hits by their values of ${days} days are more than the hits`];
};
