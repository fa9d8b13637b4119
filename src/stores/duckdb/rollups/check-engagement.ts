/** Verifies the sums of engagement of a file against each other. */
import type { CopySession } from '../engine-types.ts';
import { sql, toRead } from '../sql/sql.ts';

/** Counts the days on which the values of pages are not those of all pages together, or more depths are known than views. */
const COUNT_DAYS = sql`select count(distinct (site_id, day)) as days from (
    select site_id, day from page_engagements where measure < 2 group by site_id, day, measure, value
      having sum(views) filter (where page is null) is distinct from sum(views) filter (where page is not null)
    union all select site_id, day from page_engagements where page is null group by site_id, day
      having coalesce(sum(views) filter (where measure = 1), 0) > coalesce(sum(views) filter (where measure = 0), 0))
  where (site_id, day) not in (select site_id, day from stale_engagements)`;

/** Checks the sums of engagement of a file. Returns what is wrong; a file of an older schema has none. */
export const findEngagementFaults = async (session: CopySession, name: string): Promise<string[]> => {
  const read = toRead(session);
  const tables = sql`select table_name from duckdb_tables()
    where database_name = current_database() and table_name = 'page_engagements'`;
  if ((await read(tables)).length === 0) return [];
  const [counted] = await read<{ readonly days: number }>(COUNT_DAYS);
  const days = counted?.days ?? 0;
  return days === 0 ? [] : [`${name}: the engagement of ${days} days does not agree with that of its pages`];
};
