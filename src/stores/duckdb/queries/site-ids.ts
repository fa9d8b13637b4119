import { isOf } from '../aggregates/sums.ts';
import type { CopySession } from '../engine-types.ts';
import { sql, toRead } from '../sql/sql.ts';

/** Lists the storage ids that have rows of any kind. Sums know those of most hits. */
export async function listSiteIds(session: CopySession): Promise<number[]> {
  const rows = await toRead(session)<{ site_id: number }>(sql`
    SELECT DISTINCT site_id FROM sums WHERE ${isOf('slots', 'none')}
    UNION SELECT DISTINCT site_id FROM hits WHERE id > (SELECT watermark FROM sum_state)
    UNION SELECT DISTINCT site_id FROM events UNION SELECT DISTINCT site_id FROM agent_visits
    UNION SELECT DISTINCT site_id FROM spam_hits UNION SELECT DISTINCT site_id FROM imported_spans
    UNION SELECT DISTINCT site_id FROM log_sums`);
  return rows.map(row => row.site_id);
}
