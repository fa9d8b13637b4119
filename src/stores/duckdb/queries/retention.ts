/** `retention`. */
import type { RetentionQuery, ReturnedVisitors } from '../../../core/hits/retention.ts';
import { type RetentionRow, selectRetention, toReturnedVisitors } from '../../sql/retention.ts';
import { type Read, raw, sql } from '../sql/sql.ts';

export async function queryRetention(read: Read, query: RetentionQuery): Promise<ReturnedVisitors[]> {
  const hits = sql`hits where site_id = ${query.siteId}`;
  const rows = await read<RetentionRow>(selectRetention(query, { hits, day: raw('day') }));
  return rows.map(toReturnedVisitors);
}
