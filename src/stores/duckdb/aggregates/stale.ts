/** Marks sums as out of date because rows are removed that they cannot be subtracted from. Until the next rebuild, rows answer. */
import type { HitKind } from '../../../core/hits/columns.ts';
import { TABLES } from '../engine-types.ts';
import { type Run, raw, type Sql, sql } from '../sql/sql.ts';
import { isUpdatedBy } from './sums.ts';

/** Selects the sites whose sums are out of date that depend on all rows of a visitor. */
export const STALE_SITES = raw('(select site_id from stale_sums where day is null)');

/** Marks the sites of some rows, before those are removed. */
export const markStale = async (run: Run, table: 'hits' | 'events', rows: Sql): Promise<void> => {
  await run(sql`insert into stale_sums select distinct site_id, null::date from ${raw(table)}
    where ${rows} and site_id not in ${STALE_SITES}`);
};

/** Kinds of rows that sums of engagement depend on. */
const ENGAGED_KINDS: readonly HitKind[] = ['hit', 'event', 'engagement'];

/** Marks the days of some rows that have engagement, before the rows are removed or after they are restored. */
export const markDaysStale = async (run: Run, kind: HitKind, rows: Sql): Promise<void> => {
  if (!ENGAGED_KINDS.includes(kind)) return;
  await run(sql`insert into stale_sums select distinct site_id, day from ${raw(TABLES[kind])}
    where visitor_hash is not null and ${rows}
      and (site_id, day) in (select site_id, day from sums where ${isUpdatedBy('recount')} union select site_id, day from engagements)
      and (site_id, day) not in (select site_id, day from stale_sums where day is not null)`);
};

/** Removes the sums of a site whose hits are all removed. */
export const dropSums = async (run: Run, siteId: number): Promise<void> => {
  for (const table of ['sums', 'sum_widths', 'stale_sums', 'visitors'])
    await run(sql`delete from ${raw(table)} where site_id = ${siteId}`);
};

/** Clears everything that was summed up of rows, as in a file without any. */
export const clearSums = async (run: Run): Promise<void> => {
  for (const table of ['sums', 'sum_widths', 'stale_sums', 'visitors', 'fresh_visitors', 'stale_visits'])
    await run(sql`delete from ${raw(table)}`);
  await run(
    sql`update sum_state set watermark = 0, event_watermark = 0, looked_up = 0, engagement_watermark = 0`,
  );
  await run(sql`update visit_state set hit_watermark = 0, event_watermark = 0`);
};
