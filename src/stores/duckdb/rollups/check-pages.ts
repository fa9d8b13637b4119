/** Verifies the pages of visitors by day of a file against each other. */
import type { CopySession } from '../engine-types.ts';
import { sql, toRead } from '../sql/sql.ts';

/** Counts the days with another number of entries than of exits, and the sites with another number of first days than of last days. */
const COUNT_DAYS = sql`with sums as (
    select site_id, day, visitors as entries, 0 as exits, (days_since = 0)::integer * visitors as firsts,
      0 as lasts, 0 as singles from entry_pages
    union all select site_id, day, 0, visitors, 0, (days_until = 0)::integer * visitors, 0 from exit_pages
    union all select site_id, day, 0, 0, 0, 0, visitors from single_hits)
  select count(*) as days from (
    select site_id from sums group by site_id, day
      having sum(entries) <> sum(exits) or sum(singles) not between 0 and sum(entries)
    union all select site_id from sums group by site_id having sum(firsts) <> sum(lasts))
  where site_id not in (select site_id from stale_pages)`;

/** Checks the pages of visitors by day of a file. Returns what is wrong; a file of an older schema has none. */
export const findPageFaults = async (session: CopySession, name: string): Promise<string[]> => {
  const read = toRead(session);
  const tables = sql`select table_name from duckdb_tables()
    where database_name = current_database() and table_name = 'stale_pages'`;
  if ((await read(tables)).length === 0) return [];
  const [counted] = await read<{ readonly days: number }>(COUNT_DAYS);
  const days = counted?.days ?? 0;
  return days === 0 ? [] : [`${name}: the entry and exit pages of ${days} days do not agree`];
};
