/** The first and last days of stable visitors: on which days rows of a visitor are without looking at all of them. */
import type { Rebuild, Refresh } from '../engine-types.ts';
import { isOutOfMemory } from '../memory.ts';
import { exists, raw, sql, toRead, toRun } from '../sql/sql.ts';
import { STALE_SITES } from './stale.ts';

/** A row group, which is read whole. */
const MIN_UNORDERED = 122_880;
/** Share of the visitors that may be out of order. */
const MAX_UNORDERED_SHARE = 1 / 16;

/** Orders the visitors when too many are out of order. A copy without the memory, or the room to spill to, stays as it is. */
const orderVisitors = async (copy: Rebuild): Promise<void> => {
  const run = toRun(copy);
  const [found] = await toRead(copy)<{ readonly visitors: number; readonly unordered: number }>(
    sql`select (select count(*) from visitors) as visitors, unordered_visitors as unordered from sum_state`,
  );
  const { visitors, unordered } = found ?? { visitors: 0, unordered: 0 };
  if (unordered < Math.max(MIN_UNORDERED, visitors * MAX_UNORDERED_SHARE)) return;
  try {
    await run(sql`create temp table ordered as select * from visitors order by site_id, visitor_hash`);
  } catch (error) {
    if (isOutOfMemory(error)) return;
    throw error;
  }
  await run(sql`delete from visitors`);
  // Frees the blocks that the ordered rows then take.
  await copy.run(`CHECKPOINT ${copy.catalog}`);
  await run(sql`insert into visitors select * from temp.main.ordered`);
  await run(sql`update sum_state set unordered_visitors = 0`);
  await run(sql`drop table temp.main.ordered`);
};

/** Updates the visitors of a copy up to its last hit; those of sites whose sums are out of date are found again. */
export const updateVisitors = async (copy: Rebuild): Promise<void> => {
  const run = toRun(copy);
  const isStale = sql`site_id in ${STALE_SITES}`;
  const hasNew = sql`where (select max(id) from hits) > (select watermark from sum_state) or exists (from ${STALE_SITES})`;
  if (!(await exists(toRead(copy), hasNew))) return;
  await run(sql`create temp table fresh as
    select site_id, visitor_hash, min(day) as first_day, max(day) as last_day from hits
    where is_first_of_day and visitor_is_stable and (id > (select watermark from sum_state) or ${isStale}) group by all`);
  await run(sql`delete from visitors where ${isStale}`);
  await run(sql`create temp table changed as
    select fresh.site_id, fresh.visitor_hash, least(fresh.first_day, old.first_day) as first_day,
      greatest(fresh.last_day, old.last_day) as last_day, old.first_day is not null as is_known
    from temp.main.fresh left join
      (select * from visitors where (site_id, visitor_hash) in (select site_id, visitor_hash from temp.main.fresh)) old
      using (site_id, visitor_hash)
    where old.first_day is null or fresh.first_day < old.first_day or fresh.last_day > old.last_day`);
  await run(sql`delete from visitors where (site_id, visitor_hash) in
    (select site_id, visitor_hash from temp.main.changed where is_known)`);
  const added = await run(sql`insert into visitors
    select site_id, visitor_hash, first_day, last_day from temp.main.changed order by site_id, visitor_hash`);
  // What was added is in order itself.
  await run(sql`update sum_state set unordered_visitors =
    least(unordered_visitors + ${added}, (select count(*) from visitors) - ${added})`);
  for (const name of ['fresh', 'changed']) await run(sql`drop table temp.main.${raw(name)}`);
  await orderVisitors(copy);
  copy.signal.throwIfAborted();
};

/** Looks up the visitors of new hits in memory, so that reads of many need not. Without sums, none is known. */
export const refreshVisitors = async (tables: Refresh): Promise<void> => {
  const [found] = await toRead(tables)<{ readonly seen: number; readonly last: number | null }>(
    sql`select greatest(watermark, looked_up) as seen, (select max(id) from hits) as last from sum_state where watermark > 0`,
  );
  const { seen = 0, last = 0 } = found ?? {};
  if (last === null || last <= seen) return;
  const run = toRun(tables);
  await run(sql`create temp table fresh as
    select * from (select distinct site_id, visitor_hash from hits
        where id > ${seen} and is_first_of_day and visitor_is_stable)
      anti join fresh_visitors using (site_id, visitor_hash)`);
  await run(sql`insert into fresh_visitors
    select site_id, visitor_hash, first_day, last_day from temp.main.fresh left join
      (select * from visitors where (site_id, visitor_hash) in (select site_id, visitor_hash from temp.main.fresh))
      using (site_id, visitor_hash)`);
  await run(sql`drop table temp.main.fresh`);
  await run(sql`update sum_state set looked_up = ${last}`);
};
