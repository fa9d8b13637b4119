/** Which UTC days of a site sums answer by themselves. */
import type { HitQuery } from '../../../core/hits/query.ts';
import type { Span } from '../../../core/span.ts';
import { exists, type Read, type Sql, sql, within } from '../sql/sql.ts';
import { selectUnsummedDays } from './fresh.ts';

/** Maximum number of days with new rows that are read separately: usually there is one, today. */
const MAX_UNSUMMED_DAYS = 3;

/** A query of whole UTC days. */
interface DaysRequest {
  readonly query: HitQuery;
  readonly usesRollUps: boolean;
}

/** Returns whether the sums of a site's visits and pages are out of date. */
export const isStale = (read: Read, siteId: number): Promise<boolean> =>
  exists(read, sql`from stale_pages where site_id = ${siteId}`);

/**
 * Counts for all hits by UTC day, in milliseconds: from sums, which are a select of `day` and `count`, and, for the days with rows that those lack,
 * by `countDay`. Undefined for other queries, and where such days are many, or the sums out of date. Needs a transaction.
 */
export const countByDay = async (
  read: Read,
  { query: { siteId, kind, span, filters }, usesRollUps }: DaysRequest,
  { sums, countDay }: { readonly sums: Sql; readonly countDay: (day: Span) => Promise<number> },
): Promise<Map<number, number> | undefined> => {
  if (!usesRollUps || !span || kind !== 'hit' || filters.length > 0) return undefined;
  if (await isStale(read, siteId)) return undefined;
  const rows = sql`site_id = ${siteId} and ${within('created_at', span)}`;
  const unsummed = await read<{ start: Date; end: Date }>(
    sql`select distinct day::timestamp as start, day::timestamp + interval 1 day as "end" from (${selectUnsummedDays(rows)})`,
  );
  if (unsummed.length > MAX_UNSUMMED_DAYS) return undefined;
  const found = await read<{ start: Date; count: number }>(
    sql`select day::timestamp as start, sum(count)::bigint as count from (${sums}) group by start`,
  );
  const counts = new Map(found.map(({ start, count }) => [+start, count]));
  for (const day of unsummed) counts.set(+day.start, await countDay(day));
  return counts;
};
