/** `engagement`: visits of the visitors of a query, and their duration. */
import type { Engagement } from '../../../core/hits/answers.ts';
import type { HitQuery } from '../../../core/hits/query.ts';
import { DAY_MS } from '../../../lib/time-units.ts';
import { type Read, raw, type Sql, sql } from '../sql/sql.ts';
import { toWhere } from './conditions.ts';
import { visitorRows } from './visitor-filters.ts';

const NONE: Engagement = { visitors: 0, singleHitVisitors: 0, visits: 0, hits: 0, totalDurationSeconds: 0 };

/** Selects the visitors of a query, with the times of their first and last hits in the span. */
const selectVisitors = (query: HitQuery): Sql => {
  const matchesQuery =
    query.filters.length === 0
      ? raw('true')
      : sql`visitor_hash in (select visitor_hash from hits where ${toWhere(query)})`;
  return sql`
    select visitor_hash, count(*) as hits, min(epoch_ms(created_at)) as first, max(epoch_ms(created_at)) as last
    from hits where ${visitorRows(query)} and ${matchesQuery} group by visitor_hash`;
};

const IS_OF_ONE_DAY = raw(`first // ${DAY_MS} = last // ${DAY_MS}`);

/** Selects the visits of the few visitors with hits on several UTC days. */
const selectFurtherVisits = (query: HitQuery): Sql => sql`
  select max(epoch_ms(created_at)) - min(epoch_ms(created_at)) as duration_ms from hits
  where ${visitorRows(query)} and visitor_hash in (select visitor_hash from visitors where not ${IS_OF_ONE_DAY})
  group by visitor_hash, created_at::date`;

interface Row {
  readonly visitors: number;
  readonly single: number;
  readonly visits: number;
  readonly hits: number;
  readonly duration_ms: number;
}

/** Returns the engagement of the visitors of a query. */
export const queryEngagement = async (read: Read, query: HitQuery): Promise<Engagement> => {
  if (query.kind !== 'hit') return NONE;
  const [row] = await read<Row>(sql`
    with visitors as materialized (${selectVisitors(query)}), further as (${selectFurtherVisits(query)})
    select count(*) as visitors, count(*) filter (where hits = 1) as single, coalesce(sum(hits), 0)::bigint as hits,
      count(*) filter (where ${IS_OF_ONE_DAY}) + (select count(*) from further) as visits,
      (coalesce(sum(last - first) filter (where ${IS_OF_ONE_DAY}), 0)
        + coalesce((select sum(duration_ms) from further), 0))::bigint as duration_ms
    from visitors`);
  if (!row) return NONE;
  return {
    visitors: row.visitors,
    singleHitVisitors: row.single,
    visits: row.visits,
    hits: row.hits,
    totalDurationSeconds: row.duration_ms / 1000,
  };
};
