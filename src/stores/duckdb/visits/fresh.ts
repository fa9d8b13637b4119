/**
 * Finds stale visits: the visitors and days with rows that were stored after the last rebuild, or with rows that were
 * removed.
 */
import type { HitKind } from '../../../core/hits/columns.ts';
import { type Run, raw, type Sql, sql } from '../sql/sql.ts';

/** Tables of the rows of visits, and the greatest id among the rows that stored visits have. */
export const VISIT_TABLES = [
  { table: raw('hits'), watermark: raw('(select hit_watermark from visit_state)') },
  { table: raw('events'), watermark: raw('(select event_watermark from visit_state)') },
] as const;

/** Conditions for rows of visits, and for the days of `stale_visits`. */
export interface FreshRows {
  readonly rows: Sql;
  readonly days: Sql;
}

/** Selects the visitors and days with stale visits; they may repeat. */
export const selectFreshDays = ({ rows, days }: FreshRows): Sql => {
  const [hits, events] = VISIT_TABLES.map(
    ({ table, watermark }) => sql`select site_id, visitor_hash, day from ${table}
      where id > ${watermark} and visitor_hash is not null and ${rows}`,
  );
  return sql`${hits ?? raw('')} union all ${events ?? raw('')}
    union all select site_id, visitor_hash, day from stale_visits where ${days}`;
};

/** Conditions for rows that sums of visits include. */
export const IS_SUMMED = {
  hits: raw('id <= (select watermark from sum_state)'),
  events: raw('id <= (select event_watermark from sum_state)'),
} as const;

/** Selects the visitors and days of rows that sums of visits lack; they may repeat. */
export const selectUnsummedDays = (rows: Sql): Sql => {
  const [hits, events] = (['hits', 'events'] as const).map(
    table => sql`select visitor_hash, day from ${raw(table)}
      where not ${IS_SUMMED[table]} and visitor_hash is not null and ${rows}`,
  );
  return sql`${hits ?? raw('')} union all ${events ?? raw('')}`;
};

/** Marks the visits of some rows as stale, before the rows are removed or change whether they are unique hits. */
export const markVisitsStale = async (run: Run, kind: HitKind, rows: Sql): Promise<void> => {
  const [hits, events] = VISIT_TABLES;
  const source = {
    hit: hits,
    event: events,
    agent_visit: undefined,
    spam_hit: undefined,
    engagement: undefined,
  }[kind];
  if (!source) return;
  await run(sql`insert into stale_visits
    select distinct site_id, visitor_hash, day from ${source.table}
    where id <= ${source.watermark} and visitor_hash is not null and ${rows}`);
};
