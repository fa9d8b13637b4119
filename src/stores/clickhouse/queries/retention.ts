/** `retention`. */
import type { RetentionQuery, ReturnedVisitors } from '../../../core/hits/retention.ts';
import { sql } from '../../sql/fragment.ts';
import { type RetentionRow, selectRetention, toReturnedVisitors } from '../../sql/retention.ts';
import type { Read } from '../client.ts';
import { dayOf, type OfDays } from '../sql.ts';
import { isOf } from './rows.ts';

export async function queryRetention(
  read: Read,
  query: RetentionQuery & OfDays,
): Promise<ReturnedVisitors[]> {
  const hits = sql`rows where ${isOf({ ...query, kind: 'hit' })}`;
  const rows = await read<RetentionRow>(selectRetention(query, { hits, day: dayOf(query) }));
  return rows.map(toReturnedVisitors);
}
