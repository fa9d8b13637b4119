/** Verifies the stored visits of a file against its rows. */
import type { CopySession } from '../engine-types.ts';
import { raw, type Sql, sql, toRead } from '../sql/sql.ts';
import { VISIT_TABLES } from './fresh.ts';

/** Selects the rows that stored visits have, with the figures of those that are the first of a visit. */
const selectStored = (): Sql => {
  const [hits, events] = VISIT_TABLES.map(({ table, watermark }, index) => {
    const isEvent = index === 1;
    return sql`select site_id, visitor_hash, day, hash(visit_id)::hugeint as visit,
        ${raw(isEvent ? '0 as hits, 0 as unique_hits, 1 as events' : '1 as hits, is_unique::integer as unique_hits, 0 as events')},
        visit_id is null or (visit_hits is not null) <> (visit_id = id * 2 + ${raw(isEvent ? '1' : '0')}) as is_wrong,
        coalesce(visit_hits, 0) as visit_hits, coalesce(visit_unique_hits, 0) as visit_unique_hits,
        coalesce(visit_events, 0) as visit_events
      from ${table} where visitor_hash is not null and id <= ${watermark}`;
  });
  return sql`${hits ?? raw('')} union all ${events ?? raw('')}`;
};

/** Counts the days of which a row lacks its visit, or a visit has other figures than its rows. */
const COUNT_DAYS = sql`select count(*) as days from (
  select day from (${selectStored()}) as stored
    anti join stale_visits using (site_id, visitor_hash, day)
  group by day
  having bool_or(is_wrong) or ${raw(
    ['hits', 'unique_hits', 'events']
      // Sums of hashes: a visit with a row too few and one with a row too many do not balance.
      .map(name => `sum(visit * ${name}) <> sum(visit * visit_${name})`)
      .join(' or '),
  )})`;

/** Checks the stored visits of a file. Returns what is wrong; a file of an older schema has none. */
export const findVisitFaults = async (session: CopySession, name: string): Promise<string[]> => {
  const read = toRead(session);
  const tables = sql`select table_name from duckdb_tables()
    where database_name = current_database() and table_name = 'visit_state'`;
  if ((await read(tables)).length === 0) return [];
  const [counted] = await read<{ readonly days: number }>(COUNT_DAYS);
  const days = counted?.days ?? 0;
  return days === 0 ? [] : [`${name}: the visits of ${days} days do not agree with their hits and events`];
};
