/** What a removal does to sums that depend on all rows of a visitor: they cannot be subtracted from, so they become stale. */
import { type Run, raw, type Sql, sql } from '../sql/sql.ts';

/** Tables with sums that depend on all rows of a visitor, and that of the sites where they are stale. */
export const VISITOR_SUM_TABLES: readonly string[] = [
  'entry_pages',
  'exit_pages',
  'single_hits',
  'visit_groups',
  'returning_visits',
  'visit_pages',
  'visit_page_sites',
  'page_engagements',
  'stale_engagements',
  'stale_pages',
];

/** Marks the sites of some hits or events as stale. */
export const markPagesStale = async (run: Run, table: 'hits' | 'events', rows: Sql): Promise<void> => {
  await run(sql`insert into stale_pages select distinct site_id from ${raw(table)}
    where ${rows} and site_id not in (select site_id from stale_pages)`);
};

/** Removes the sums of a site whose hits are all removed. */
export const dropPages = async (run: Run, siteId: number): Promise<void> => {
  for (const table of VISITOR_SUM_TABLES) await run(sql`delete from ${raw(table)} where site_id = ${siteId}`);
};
