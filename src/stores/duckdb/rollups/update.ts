/**
 * Bringing the roll-ups up to date, inside a rebuild only, so that it never weighs on a write. Sums are made in slices:
 * what memory has no room for spills to disk, and the disk may be nearly full.
 */

import { DAY_MS } from '../../../lib/time-units.ts';
import type { Rebuild } from '../engine-types.ts';
import { join, type Run, raw, type Sql, sql } from '../sql/sql.ts';
import { groupRows, ROLLED_UP_DIMENSIONS, slotRows } from './rollups.ts';
import { updateVisitors } from './visitors.ts';

/**
 * Memory for each hit that is summed up at once. With keys of 200 bytes that are all distinct, 1.3 million hits spill
 * 66 MiB with 128 MiB of memory; with half as many bytes a hit, memory runs out.
 */
const BYTES_PER_ROW = 512;

/** Days whose sums are made together; a day with more rows than a slice may have is a slice of its own. */
interface Slice {
  readonly firstDay: Date;
  readonly lastDay: Date;
  readonly rows: number;
}

/** Rows of a roll-up table that are summed up at once, and the hits that go into them. */
interface Sums {
  readonly table: 'hit_slots' | 'hit_groups';
  /** Which rows of the table. */
  readonly stored: Sql;
  /** The hits as rows of the table. */
  readonly fresh: Sql;
}

const TABLE_SHAPES = {
  hit_slots: {
    day: 'slot::date',
    key: 'site_id, slot',
    sums: 'sum(hits) as hits, sum(unique_hits) as unique_hits, sum(day_visitors) as day_visitors',
    order: 'site_id, slot',
  },
  hit_groups: {
    day: 'day',
    key: 'site_id, dimension, day, key',
    sums: 'sum(hits) as hits, sum(unique_hits) as unique_hits',
    order: 'site_id, dimension, day',
  },
} as const;

/** Brings the roll-ups of a copy up to its last hit. */
export const updateRollUps = async (
  copy: Rebuild,
  rowsASlice = Math.floor(copy.memoryLimitBytes / BYTES_PER_ROW),
): Promise<void> => {
  const [state] = await copy.read<{
    readonly watermark: number;
    readonly last: number | null;
    readonly stale: number;
  }>(
    `select watermark, (select max(id) from hits) as last, (select count(*) from stale_visitors) as stale
    from rollup_state`,
  );
  if (!state) return;
  const run: Run = statement => copy.run(statement.text, statement.values);
  const last = Math.max(state.watermark, state.last ?? 0);
  if (last > state.watermark || state.stale > 0) await updateVisitors(copy, run, state.watermark);
  if (last === state.watermark) return;
  for (const slice of await findSlices(copy, state.watermark, rowsASlice)) {
    await markTouched(run, state.watermark, slice);
    for (const sums of await listSums(copy, slice, state.watermark, rowsASlice)) {
      copy.signal.throwIfAborted();
      await mergeSums(run, sums);
    }
    await run(sql`drop table temp.main.touched`);
  }
  await run(sql`update rollup_state set watermark = ${last}`);
};

/** The days that hits without sums fall on, and those whose sums have to be tidied up, in slices. */
async function findSlices(copy: Rebuild, watermark: number, rowsASlice: number): Promise<Slice[]> {
  const days = await copy.read<{ readonly day: Date; readonly rows: number }>(
    `with touched as (
      select created_at::date as day, count(*) as rows from hits where id > ? group by all union all
      select slot::date, 0 from hit_slots where hits <= 0 union all
      select day, 0 from hit_groups where hits <= 0),
    known as (select day, count(*) // ${ROLLED_UP_DIMENSIONS.length} as rows from hit_groups group by all)
    select day, (sum(touched.rows) + coalesce(any_value(known.rows), 0))::bigint as rows
    from touched left join known using (day) group by day order by day`,
    [watermark],
  );
  const slices: Slice[] = [];
  for (const { day, rows } of days) {
    const open = slices.at(-1);
    if (open && open.rows + rows <= rowsASlice) {
      slices.splice(-1, 1, { ...open, lastDay: day, rows: open.rows + rows });
    } else slices.push({ firstDay: day, lastDay: day, rows });
  }
  return slices;
}

/** Sites and days of a slice whose sums change. */
const markTouched = (run: Run, watermark: number, slice: Slice): Promise<number> =>
  run(sql`create temp table touched as
    select site_id, created_at::date as day from hits where id > ${watermark} and ${within('created_at', slice)} union
    select site_id, slot::date from hit_slots where hits <= 0 and ${within('slot', slice)} union
    select site_id, day from hit_groups where hits <= 0 and ${within('day', slice)}`);

/**
 * What is summed up one after the other: all groups together, or, of a day with many rows, each dimension by itself and
 * in parts of its keys where those are many.
 */
async function listSums(copy: Rebuild, slice: Slice, watermark: number, rowsASlice: number): Promise<Sums[]> {
  const fresh = sql`id > ${watermark} and ${within('created_at', slice)}`;
  const stored = within('day', slice);
  const slots: Sums = { table: 'hit_slots', stored: within('slot', slice), fresh: slotRows(fresh) };
  if (slice.rows <= rowsASlice) {
    const rows = ROLLED_UP_DIMENSIONS.map((_, dimension) => groupRows(fresh, dimension));
    return [slots, { table: 'hit_groups', stored, fresh: join(rows, ' union all ') }];
  }
  const groups: Sums[] = [];
  for (const [dimension, name] of ROLLED_UP_DIMENSIONS.entries()) {
    const ofDimension = sql`${stored} and dimension = ${dimension}`;
    const parts = Math.ceil((await countKeys(copy, name, fresh, ofDimension)) / rowsASlice);
    for (let part = 0; part < parts; part++) {
      const isInPart = (key: string) => raw(`hash(${key}) % ${parts} = ${part}`);
      groups.push({
        table: 'hit_groups',
        stored: sql`${ofDimension} and ${isInPart('key')}`,
        fresh: groupRows(sql`${fresh} and ${isInPart(name)}`, dimension),
      });
    }
  }
  return [slots, ...groups];
}

/** About how many keys hits and stored sums have in one dimension, at least one. */
async function countKeys(copy: Rebuild, dimension: string, fresh: Sql, stored: Sql): Promise<number> {
  const query = sql`select 1 +
    (select approx_count_distinct(hash(site_id, ${raw(dimension)})) from hits where ${fresh}) +
    (select count(*) from hit_groups where ${stored}) as keys`;
  const [found] = await copy.read<{ readonly keys: number }>(query.text, query.values);
  return found?.keys ?? 1;
}

const within = (time: string, { firstDay, lastDay }: Slice): Sql =>
  sql`${raw(time)} >= ${firstDay} and ${raw(time)} < ${new Date(lastDay.getTime() + DAY_MS)}`;

/**
 * Writes new sums into a roll-up table. The days they fall on are summed anew together with what was there, so that a
 * day stays one row a key, in order, and pairs that cancel out disappear.
 */
async function mergeSums(run: Run, { table, stored, fresh }: Sums): Promise<void> {
  const { day, key, sums, order } = TABLE_SHAPES[table];
  const touched = sql`${stored} and (site_id, ${raw(day)}) in (select site_id, day from temp.main.touched)`;
  await run(sql`create temp table merged as
    select ${raw(key)}, ${raw(sums)} from (${fresh} union all select * from ${raw(table)} where ${touched})
    group by all having sum(hits) <> 0 or sum(unique_hits) <> 0`);
  await run(sql`delete from ${raw(table)} where ${touched}`);
  await run(sql`insert into ${raw(table)} select * from temp.main.merged order by ${raw(order)}`);
  await run(sql`drop table temp.main.merged`);
}
