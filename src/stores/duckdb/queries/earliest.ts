/** `earliest`. */
import { join, type Read, sql } from '../sql/sql.ts';
import { tableOf } from './conditions.ts';

/** Returns the time of a site's first hit, event or agent visit; null while it has none. */
export async function queryEarliest(read: Read, siteId: number): Promise<Date | null> {
  const firsts = (['hit', 'event', 'agent_visit'] as const).map(
    kind => sql`select min(created_at) as first from ${tableOf(kind)} where site_id = ${siteId}`,
  );
  const [row] = await read<{ first: Date | null }>(
    sql`select min(first) as first from (${join(firsts, ' union all ')})`,
  );
  return row?.first ?? null;
}
