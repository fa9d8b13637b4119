/** `earliest`. */
import type { HitKind } from '../../../core/hits/columns.ts';
import { join, type Read, sql } from '../sql/sql.ts';
import { tableOf } from './conditions.ts';

/** Returns the time of a site's first row of some kinds; null while it has none. */
export async function queryEarliest(
  read: Read,
  siteId: number,
  kinds: readonly HitKind[] = ['hit', 'event', 'agent_visit'],
): Promise<Date | null> {
  const firsts = kinds.map(
    kind => sql`select min(created_at) as first from ${tableOf(kind)} where site_id = ${siteId}`,
  );
  const [row] = await read<{ first: Date | null }>(
    sql`select min(first) as first from (${join(firsts, ' union all ')})`,
  );
  return row?.first ?? null;
}
