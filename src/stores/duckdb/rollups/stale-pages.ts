/** What a removal of hits does to the pages of visitors by day: they cannot be subtracted from, so they become stale. */
import { type Run, raw, type Sql, sql } from '../sql/sql.ts';

/** Marks the sites of some hits as stale, where those have visitors. */
export const markPagesStale = async (run: Run, hits: Sql): Promise<void> => {
  await run(sql`insert into stale_pages select distinct site_id from hits
    where visitor_hash is not null and ${hits} and site_id not in (select site_id from stale_pages)`);
};

/** Removes the pages of a site whose hits are all removed. */
export const dropPages = async (run: Run, siteId: number): Promise<void> => {
  for (const table of ['entry_pages', 'exit_pages', 'single_hits', 'stale_pages'])
    await run(sql`delete from ${raw(table)} where site_id = ${siteId}`);
};
