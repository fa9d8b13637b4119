/** `returning`. */
import type { ReturnedVisitors, ReturningQuery } from '../../../core/hits/returning-visitors.ts';
import { sql } from '../../sql/fragment.ts';
import { type ReturningRow, selectReturning, toReturnedVisitors } from '../../sql/returning-visitors.ts';
import type { Read } from '../client.ts';
import { dayOf, type OfDays } from '../sql.ts';
import { isOf } from './rows.ts';

export async function queryReturning(
  read: Read,
  query: ReturningQuery & OfDays,
): Promise<ReturnedVisitors[]> {
  const hits = sql`rows where ${isOf({ ...query, kind: 'hit' })}`;
  const rows = await read<ReturningRow>(selectReturning(query, { hits, day: dayOf(query) }));
  return rows.map(toReturnedVisitors);
}
