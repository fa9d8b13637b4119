/** `returning`. */
import type { ReturnedVisitors, ReturningQuery } from '../../../core/hits/returning-visitors.ts';
import { type ReturningRow, selectReturning, toReturnedVisitors } from '../../sql/returning-visitors.ts';
import { type Read, raw, sql } from '../sql/sql.ts';

export async function queryReturning(read: Read, query: ReturningQuery): Promise<ReturnedVisitors[]> {
  const hits = sql`hits where site_id = ${query.siteId}`;
  const rows = await read<ReturningRow>(selectReturning(query, { hits, day: raw('day') }));
  return rows.map(toReturnedVisitors);
}
