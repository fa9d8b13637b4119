/**
 * Upkeep of the roll-ups, inside a rebuild only, so that it never weighs on a write. Because they are additive, a
 * backdated write needs nothing (it has a late id and is read raw) and a removal writes negated sums.
 */
import type { Dimension } from '../../core/hit-store.ts';
import type { Rebuild } from './engine-types.ts';
import { join, type Run, raw, type Sql, sql } from './sql.ts';
import { dropVisitors, markStale, rollUpVisitors } from './visitors.ts';

/** Dimensions with sums by day. Their positions are stored: add only at the end. */
export const ROLLED_DIMENSIONS: readonly Dimension[] = [
  'path',
  'country',
  'referrer',
  'browser_name',
  'platform_name',
  'source',
];

/** Start of a hit's quarter of an hour. */
const SLOT_OF = "time_bucket(interval '15 minutes', created_at)";

/** Sums of chosen hits by site and quarter of an hour; `sign` is -1 for rows about to go. */
const slotSums = (condition: Sql, sign: 1 | -1 = 1): Sql => {
  const signed = raw(`${sign} *`);
  return sql`
    select site_id, ${raw(SLOT_OF)} as slot, ${signed} count(*) as hits, ${signed} count(*) filter (where is_unique) as unique_hits,
      ${signed} count(*) filter (where is_first_of_day and not visitor_is_stable) as day_visitors
    from hits where ${condition} group by all`;
};

/** Sums of chosen hits by site, UTC day and each rolled dimension. */
const groupSums = (condition: Sql, sign: 1 | -1 = 1): Sql => {
  const signed = raw(`${sign} *`);
  const sums = ROLLED_DIMENSIONS.map(
    (name, number) => sql`
      select site_id, ${raw(String(number))} as dimension, created_at::date as day, ${raw(name)} as key,
        ${signed} count(*) as hits, ${signed} count(*) filter (where is_unique) as unique_hits
      from hits where ${condition} group by all`,
  );
  return join(sums, ' union all ');
};

/** Adds (or takes away, before they go) what chosen hits amount to, as far as the roll-ups know them. */
export const addToRollUps = async (run: Run, hits: Sql, sign: 1 | -1): Promise<void> => {
  const known = sql`id <= (select watermark from rollup_state) and ${hits}`;
  await run(sql`insert into hit_slots ${slotSums(known, sign)}`);
  await run(sql`insert into hit_groups ${groupSums(known, sign)}`);
  await markStale(run, known);
};

/** Forgets all of a site, together with its hits. */
export const dropRollUps = async (run: Run, siteId: number): Promise<void> => {
  await run(sql`delete from hit_slots where site_id = ${siteId}`);
  await run(sql`delete from hit_groups where site_id = ${siteId}`);
  await dropVisitors(run, siteId);
};

/**
 * Writes new sums into a roll-up table. The days they fall on are summed anew together with what was there, so that a
 * day stays one row a key, in order, and pairs that cancel out disappear.
 */
const fold = async (run: Run, table: 'hit_slots' | 'hit_groups', sums: Sql): Promise<void> => {
  const isSlots = table === 'hit_slots';
  const day = raw(isSlots ? 'slot::date' : 'day');
  const columns = raw(isSlots ? 'site_id, slot' : 'site_id, dimension, day, key');
  const measures = raw(
    `sum(hits) as hits, sum(unique_hits) as unique_hits ${isSlots ? ', sum(day_visitors) as day_visitors' : ''}`,
  );
  const target = raw(table);
  await run(sql`create temp table fresh as ${sums}`);
  await run(sql`create temp table touched as
    select distinct site_id, ${day} as day from (select * from temp.main.fresh union all select * from ${target} where hits <= 0)`);
  await run(sql`create temp table merged as
    select ${columns}, ${measures} from (
      select * from temp.main.fresh union all
      select * from ${target} where (site_id, ${day}) in (select site_id, day from temp.main.touched))
    group by all having sum(hits) <> 0 or sum(unique_hits) <> 0`);
  await run(
    sql`delete from ${target} where (site_id, ${day}) in (select site_id, day from temp.main.touched)`,
  );
  await run(
    sql`insert into ${target} select * from temp.main.merged order by ${raw(isSlots ? 'site_id, slot' : 'site_id, dimension, day')}`,
  );
  for (const name of ['fresh', 'touched', 'merged']) await run(sql`drop table temp.main.${raw(name)}`);
};

interface State {
  readonly watermark: number;
  readonly last: number | null;
  readonly stale: number;
}

/** Brings the roll-ups of a copy up to its last hit. */
export const rollUpHits = async (copy: Rebuild): Promise<void> => {
  const [state] = await copy.read<State>(
    `select watermark, (select max(id) from hits) as last, (select count(*) from stale_visitors) as stale
    from rollup_state`,
  );
  if (!state) return;
  const run: Run = statement => copy.run(statement.text, statement.values);
  const last = Math.max(state.watermark, state.last ?? 0);
  if (last > state.watermark || state.stale > 0) await rollUpVisitors(copy, run, state.watermark);
  if (last === state.watermark) return;
  const fresh = sql`id > ${state.watermark}`;
  await fold(run, 'hit_slots', slotSums(fresh));
  await fold(run, 'hit_groups', groupSums(fresh));
  await run(sql`update rollup_state set watermark = ${last}`);
};
