/** Clears everything that was summed up of rows, as in a file without any. */
import { type Run, raw, sql } from '../sql/sql.ts';
import { VISITOR_SUM_TABLES } from './stale-pages.ts';

/** Tables that follow from rows. */
const TABLES = [
  'hit_slots',
  'hit_groups',
  'unsummed_values',
  'summed_properties',
  'visitors',
  'visitor_spans',
  'stale_visitors',
  'fresh_visitors',
  'pages',
  'stale_visits',
  ...VISITOR_SUM_TABLES,
];

export const clearSums = async (run: Run): Promise<void> => {
  for (const table of TABLES) await run(sql`delete from ${raw(table)}`);
  await run(
    sql`update rollup_state set watermark = 0, event_watermark = 0, looked_up = 0, engagement_watermark = 0`,
  );
  await run(sql`update visit_state set hit_watermark = 0, event_watermark = 0`);
};
