/** Which days of a site sums answer by themselves. */

import { spanOfDates, startOfDate } from '../../../core/days.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import type { SumsState } from '../aggregates/state.ts';
import { type Read, type Sql, sql, within } from '../sql/sql.ts';
import { selectUnsummedDays } from './fresh.ts';

/** Maximum number of days with new rows that are read separately: usually there is one, today. */
const MAX_UNSUMMED_DAYS = 3;

/** A query of whole days. */
interface DaysRequest {
  readonly query: HitQuery;
  readonly state: SumsState;
}

/**
 * Counts for all hits by day, by its first instant in milliseconds: from sums, which are a select of `day` and `count`, and, for the days with rows that those lack,
 * by `countDay`. Undefined for other queries, and where such days are many, or the sums out of date. Needs a transaction.
 */
export const countByDay = async (
  read: Read,
  { query: { siteId, kind, span, filters, zone }, state }: DaysRequest,
  { sums, countDay }: { readonly sums: Sql; readonly countDay: (day: Span) => Promise<number> },
): Promise<Map<number, number> | undefined> => {
  if (!state.isUsed || state.staleSites.has(siteId) || !span || kind !== 'hit' || filters.length > 0)
    return undefined;
  const rows = sql`site_id = ${siteId} and ${within('created_at', span)}`;
  const unsummed = await read<{ day: Date }>(sql`select distinct day from (${selectUnsummedDays(rows)})`);
  if (unsummed.length > MAX_UNSUMMED_DAYS) return undefined;
  const found = await read<{ day: Date; count: number }>(
    sql`select day, sum(count)::bigint as count from (${sums}) group by day`,
  );
  const counts = new Map(found.map(({ day, count }) => [+startOfDate(day, zone), count]));
  for (const { day } of unsummed) {
    const only = spanOfDates(day, day, zone);
    counts.set(+only.start, await countDay(only));
  }
  return counts;
};
