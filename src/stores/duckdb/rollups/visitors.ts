/**
 * First and last days of stable visitors. Unlike sums they cannot be subtracted from, so a removal only marks its site as
 * stale, and the next rebuild recomputes the site.
 */
import type { Rebuild, Refresh } from '../engine-types.ts';
import { isOutOfMemory } from '../memory.ts';
import { type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';

/** Marks the sites of some hits as stale, where those have stable visitors. */
export const markStale = async (run: Run, hits: Sql): Promise<void> => {
  await run(sql`insert into stale_visitors select distinct site_id from hits
    where visitor_is_stable and ${hits} and site_id not in (select site_id from stale_visitors)`);
};

/** Removes the visitors of a site whose hits are all removed. */
export const dropVisitors = async (run: Run, siteId: number): Promise<void> => {
  for (const table of ['visitors', 'visitor_spans', 'stale_visitors'])
    await run(sql`delete from ${raw(table)} where site_id = ${siteId}`);
};

const STALE = raw('site_id in (select site_id from stale_visitors)');

/** Selects first and last days of visitors from hits above the watermark, and from all hits of stale sites. */
const freshVisitors = (watermark: number): Sql => sql`
  select site_id, visitor_hash, min(day) as first_day, max(day) as last_day from hits
  where is_first_of_day and visitor_is_stable and (id > ${watermark} or ${STALE}) group by all`;

/** Visitors of `fresh` whose days differ from those in the table; for new ones those are null. */
const CHANGED = raw(`
  select fresh.site_id, fresh.visitor_hash, old.first_day as old_first, old.last_day as old_last,
    least(fresh.first_day, old.first_day) as first_day, greatest(fresh.last_day, old.last_day) as last_day
  from temp.main.fresh left join
    (select * from visitors where (site_id, visitor_hash) in (select site_id, visitor_hash from temp.main.fresh)) old
    using (site_id, visitor_hash)
  where old.first_day is null or fresh.first_day < old.first_day or fresh.last_day > old.last_day`);

/** Changes in the number of visitors by first and last day. */
const CHANGED_SPANS = raw(`
  select site_id, first_day, last_day, 1 as visitors from temp.main.changed union all
  select site_id, old_first, old_last, -1 from temp.main.changed where old_first is not null`);

/** A row group, which is read whole. */
const MIN_UNORDERED = 122_880;
/** Share of the visitors that may be out of order. */
const MAX_UNORDERED_SHARE = 1 / 16;

/** Orders the visitors when too many are out of order. A copy without the memory, or the room to spill to, stays as it is. */
const orderVisitors = async (copy: Rebuild, run: Run): Promise<void> => {
  const [found] = await toRead(copy)<{ readonly visitors: number; readonly unordered: number }>(
    sql`select (select count(*) from visitors) as visitors, unordered_visitors as unordered from rollup_state`,
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
  await run(sql`update rollup_state set unordered_visitors = 0`);
  await run(sql`drop table temp.main.ordered`);
};

/** Updates the visitors of a copy up to its last hit. Call it before the watermark is raised. */
export const updateVisitors = async (copy: Rebuild, run: Run, watermark: number): Promise<void> => {
  await run(sql`create temp table fresh as ${freshVisitors(watermark)}`);
  for (const table of ['visitors', 'visitor_spans']) await run(sql`delete from ${raw(table)} where ${STALE}`);
  await run(sql`delete from stale_visitors`);
  await run(sql`create temp table changed as ${CHANGED}`);
  await run(sql`create temp table spans as
    select site_id, first_day, last_day, sum(visitors) as visitors from (
      ${CHANGED_SPANS} union all
      select * from visitor_spans where site_id in (select distinct site_id from temp.main.changed))
    group by all having sum(visitors) <> 0 order by all`);
  await run(sql`delete from visitor_spans where site_id in (select distinct site_id from temp.main.changed)`);
  await run(sql`insert into visitor_spans select * from temp.main.spans`);
  await run(sql`delete from visitors where (site_id, visitor_hash) in
    (select site_id, visitor_hash from temp.main.changed where old_first is not null)`);
  const added = await run(sql`insert into visitors
    select site_id, visitor_hash, first_day, last_day from temp.main.changed order by site_id, visitor_hash`);
  // What was added is in order itself.
  await run(sql`update rollup_state set unordered_visitors =
    least(unordered_visitors + ${added}, (select count(*) from visitors) - ${added})`);
  for (const name of ['fresh', 'changed', 'spans']) await run(sql`drop table temp.main.${raw(name)}`);
  await orderVisitors(copy, run);
  copy.signal.throwIfAborted();
};

/** Looks up the visitors of new hits in memory, so that reads of many need not. Without sums, none is known. */
export const refreshVisitors = async (tables: Refresh): Promise<void> => {
  const [found] = await toRead(tables)<{ readonly seen: number; readonly last: number | null }>(
    sql`select greatest(watermark, looked_up) as seen, (select max(id) from hits) as last from rollup_state where watermark > 0`,
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
  await run(sql`update rollup_state set looked_up = ${last}`);
};

/** Names of the columns that tell visitors apart. */
const VISITOR = raw('site_id, visitor_hash');

/**
 * Selects the site and hash of those visitors of `counted_hashes`, a part of the statement, that are known by a condition on
 * `visitors`. Those that were looked up already need not be found among all.
 */
export const selectKnown = (isKnown: Sql): Sql => sql`
  select ${VISITOR} from counted_hashes semi join
    (select ${VISITOR} from fresh_visitors where first_day is not null and ${isKnown}) using (${VISITOR})
  union all
  select ${VISITOR} from visitors where ${isKnown} and (${VISITOR}) in (select ${VISITOR}
    from counted_hashes anti join fresh_visitors using (${VISITOR}))`;
