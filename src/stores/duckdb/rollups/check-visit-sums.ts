/** Verifies the sums of visits of a file against each other and against those of hits. */
import type { CopySession } from '../engine-types.ts';
import { raw, sql } from '../sql/sql.ts';
import { countFaultyDays } from './faulty-days.ts';
import { OWN } from './visit-dimensions.ts';
import { toWeek } from './visit-pages.ts';

/**
 * Counts the days on which a dimension has other hits than the roll-ups, or other visits than another dimension, or where more
 * visits come back than there are. Differences to sums of visits move hits from one value to another.
 */
const COUNT_DAYS = sql`with hits_by_day as (
    select site_id, day, sum(hits) as hits, sum(unique_hits) as unique_hits
    from hit_groups where dimension = 0 group by all),
  visits_by_day as (
    select site_id, dimension, day, sum(hits) as hits, sum(visits) as visits from visit_groups
    where dimension < ${OWN} group by all),
  further as (
    select site_id, dimension, day, sum(visits) filter (where dimension > 0 or days_since > 0) as visits
    from returning_visits where dimension < ${OWN} group by all)
  select count(*) as days from (
    select site_id, day from visits_by_day left join hits_by_day using (site_id, day)
      group by all having bool_or(visits_by_day.hits is distinct from hits_by_day.hits) or min(visits) <> max(visits)
    union select site_id, day from visit_groups where dimension >= ${OWN}
      group by site_id, day, dimension having sum(hits) <> 0 or sum(unique_hits) <> 0 or sum(visits) < 0
    union select further.site_id, further.day from further
      left join visits_by_day using (site_id, dimension, day) left join hits_by_day on further.dimension = 0
        and hits_by_day.site_id = further.site_id and hits_by_day.day = further.day
      where further.visits not between 0 and coalesce(visits_by_day.visits, hits_by_day.unique_hits, 0))
  where site_id not in (select site_id from stale_pages)`;

/** Counts the weeks in which a site's pages by a value of visits have other hits than its roll-ups. */
const COUNT_WEEKS = sql`with hits_by_week as (
    select site_id, ${toWeek(raw('day'))} as week, sum(hits) as hits, sum(unique_hits) as unique_hits
    from hit_groups where dimension = 0 and site_id in (select site_id from visit_page_sites) group by all),
  pages_by_week as (
    select site_id, dimension, week, sum(hits) as hits, sum(unique_hits) as unique_hits from visit_pages group by all)
  select count(distinct (site_id, week)) as days from (
    select site_id, week from pages_by_week full join hits_by_week using (site_id, week)
      where pages_by_week.hits is distinct from hits_by_week.hits
        or pages_by_week.unique_hits is distinct from hits_by_week.unique_hits)
  where site_id not in (select site_id from stale_pages)`;

/** Checks the sums of visits of a file. Returns what is wrong; a file of an older schema has none. */
export const findVisitSumFaults = async (session: CopySession, name: string): Promise<string[]> => {
  const days = await countFaultyDays(session, 'returning_visits', COUNT_DAYS);
  const weeks = await countFaultyDays(session, 'visit_pages', COUNT_WEEKS);
  return [
    ...(days === 0
      ? []
      : [`${name}: the sums of visits of ${days} days do not agree with its hits and visits`]),
    ...(weeks === 0
      ? []
      : [`${name}: the sums of pages by visit of ${weeks} weeks do not agree with its hits`]),
  ];
};
