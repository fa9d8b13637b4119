/**
 * Updates the roll-ups, inside a rebuild only, so that writes never wait for it. Sums are computed in slices of days: what
 * does not fit into memory spills to disk, and the disk may be nearly full.
 */

import type { Rebuild } from '../engine-types.ts';
import { join, type Run, raw, type Sql, sql, toRun, within } from '../sql/sql.ts';
import { type DayRows, type DaySlice, toDaySlices, toRowsPerSlice } from './day-slices.ts';
import { dropWideProperties, PROPERTIES, propertyRows } from './properties.ts';
import { groupRows, ROLLED_UP, slotRows } from './rollups.ts';
import { rowOrder } from './row-order.ts';
import { allValueRows, dropWideValues, SUMMED_VALUES, type ValueLimits, valueRows } from './values.ts';
import { updateVisitors } from './visitors.ts';

/** Rows of a roll-up table that are computed in one statement, and the hits that are added to them. */
interface Sums {
  readonly table: 'hit_slots' | 'hit_groups';
  /** The condition for the rows of the table. */
  readonly stored: Sql;
  /** A select of the hits as rows of the table. */
  readonly fresh: Sql;
}

const TABLE_SHAPES = {
  hit_slots: {
    key: 'site_id, slot, day',
    sums: 'sum(hits) as hits, sum(unique_hits) as unique_hits, sum(day_visitors) as day_visitors',
    order: raw('site_id, slot'),
  },
  hit_groups: {
    key: 'site_id, dimension, day, key',
    sums: 'sum(hits) as hits, sum(unique_hits) as unique_hits',
    order: rowOrder('hit_groups'),
  },
} as const;

/** Limits of an update of the roll-ups. */
interface RollUpLimits extends ValueLimits {
  /** Maximum number of hits that are summed up at once. */
  readonly rowsPerSlice?: number | undefined;
}

/** Updates the roll-ups of a copy up to its last hit. Returns the watermark before. */
export const updateRollUps = async (
  copy: Rebuild,
  { rowsPerSlice = toRowsPerSlice(copy), minWideRows }: RollUpLimits,
): Promise<number> => {
  const [state] = await copy.read<{
    readonly watermark: number;
    readonly last: number | null;
    readonly stale: number;
    readonly subtracted: number;
  }>(
    `select watermark, (select max(id) from hits) as last, (select count(*) from stale_visitors) as stale,
      (select count(*) from hit_groups where hits <= 0) as subtracted
    from rollup_state`,
  );
  if (!state) return 0;
  const run = toRun(copy);
  const last = Math.max(state.watermark, state.last ?? 0);
  let summed = 0;
  if (last > state.watermark || state.stale > 0) await updateVisitors(copy, run, state.watermark);
  if (last === state.watermark && state.subtracted === 0) return state.watermark;
  for (const slice of await findSlices(copy, state.watermark, rowsPerSlice)) {
    await storeTouched(run, state.watermark, slice);
    for (const sums of await listSums(copy, slice, { watermark: state.watermark, rowsPerSlice })) {
      copy.signal.throwIfAborted();
      await mergeSums(run, sums);
    }
    await run(sql`drop table temp.main.touched`);
    await dropWideValues(copy, { minWideRows });
    await dropWideProperties(copy, { minWideRows });
    // Until then new sums take memory, or space to spill to, several times as much as in the file.
    summed += slice.rows;
    if (summed < rowsPerSlice / 2) continue;
    await copy.run(`CHECKPOINT ${copy.catalog}`);
    summed = 0;
  }
  await run(sql`update rollup_state set watermark = ${last}`);
  return state.watermark;
};

/** Finds the days of hits above the watermark, and those with sums to be merged, in slices. */
async function findSlices(copy: Rebuild, watermark: number, rowsPerSlice: number): Promise<DaySlice[]> {
  const days = await copy.read<DayRows>(
    `with touched as (
      select day, count(*) as rows from hits where id > ? group by all union all
      select day, 0 from hit_slots where hits <= 0 union all
      select day, 0 from hit_groups where hits <= 0),
    known as (select day, count(*) // ${ROLLED_UP.length} as rows from hit_groups group by all)
    select day, (sum(touched.rows) + coalesce(any_value(known.rows), 0))::bigint as rows
    from touched left join known using (day) group by day order by day`,
    [watermark],
  );
  return toDaySlices(days, rowsPerSlice);
}

/** Stores the sites and days of a slice whose sums change. */
const storeTouched = (run: Run, watermark: number, slice: DaySlice): Promise<number> =>
  run(sql`create temp table touched as
    select site_id, day from hits where id > ${watermark} and ${within('day', slice)} union
    select site_id, day from hit_slots where hits <= 0 and ${within('day', slice)} union
    select site_id, day from hit_groups where hits <= 0 and ${within('day', slice)}`);

/**
 * Lists the statements of a slice: all groups together, or, for a day with many rows, each dimension by itself, in parts
 * of its keys where those are many.
 */
async function listSums(
  copy: Rebuild,
  slice: DaySlice,
  { watermark, rowsPerSlice }: { readonly watermark: number; readonly rowsPerSlice: number },
): Promise<Sums[]> {
  const fresh = sql`id > ${watermark} and ${within('day', slice)}`;
  const stored = within('day', slice);
  const slots: Sums = { table: 'hit_slots', stored, fresh: slotRows(fresh) };
  if (slice.rows <= rowsPerSlice) {
    const rows = [
      ...ROLLED_UP.map(column => groupRows(fresh, column)),
      allValueRows(fresh),
      propertyRows(fresh),
    ];
    return [slots, { table: 'hit_groups', stored, fresh: join(rows, ' union all ') }];
  }
  const groups: Sums[] = [];
  for (const { dimension, key, toRows } of DIMENSIONS) {
    const ofDimension = sql`${stored} and dimension = ${dimension}`;
    const parts = Math.ceil((await countKeys(copy, key, { fresh, stored: ofDimension })) / rowsPerSlice);
    for (let part = 0; part < parts; part++) {
      const isInPart = (value: Sql) => sql`hash(${value}) % ${raw(String(parts))} = ${raw(String(part))}`;
      groups.push({
        table: 'hit_groups',
        stored: sql`${ofDimension} and ${isInPart(raw('key'))}`,
        fresh: toRows(fresh, isInPart),
      });
    }
  }
  return [slots, ...groups];
}

/** A number in `hit_groups.dimension`, and the hits as its rows. */
interface Divisible {
  readonly dimension: Sql;
  /** Expression of a hit's value, to estimate how many there are. */
  readonly key: Sql;
  /** Selects hits as rows, those with some keys only. */
  readonly toRows: (hits: Sql, isInPart: (key: Sql) => Sql) => Sql;
}

const DIMENSIONS: readonly Divisible[] = [
  ...ROLLED_UP.map(
    (column): Divisible => ({
      dimension: raw(String(column.dimension)),
      key: column.key,
      toRows: (hits, isInPart) => groupRows(sql`${hits} and ${isInPart(column.key)}`, column),
    }),
  ),
  ...SUMMED_VALUES.map(
    (value): Divisible => ({
      dimension: raw(String(value.dimension)),
      key: value.key,
      toRows: (hits, isInPart) => valueRows(sql`${hits} and ${isInPart(value.key)}`, value),
    }),
  ),
  {
    dimension: PROPERTIES,
    key: raw('properties'),
    toRows: (hits, isInPart) => sql`select * from (${propertyRows(hits)}) where ${isInPart(raw('key'))}`,
  },
];

/** Estimates the number of keys of hits and of stored sums, at least one. */
async function countKeys(
  copy: Rebuild,
  key: Sql,
  { fresh, stored }: Pick<Sums, 'fresh' | 'stored'>,
): Promise<number> {
  const query = sql`select 1 +
    (select approx_count_distinct(hash(site_id, ${key})) from hits where ${fresh}) +
    (select count(*) from hit_groups where ${stored}) as keys`;
  const [found] = await copy.read<{ readonly keys: number }>(query.text, query.values);
  return found?.keys ?? 1;
}

/**
 * Merges new sums into a roll-up table. Their days are summed up again together with the stored sums, so that a day has one
 * row per key, in order, and sums that cancel out disappear.
 */
async function mergeSums(run: Run, { table, stored, fresh }: Sums): Promise<void> {
  const { key, sums, order } = TABLE_SHAPES[table];
  const touched = sql`${stored} and (site_id, day) in (select site_id, day from temp.main.touched)`;
  await run(sql`create temp table merged as
    select ${raw(key)}, ${raw(sums)} from (${fresh} union all by name select * from ${raw(table)} where ${touched})
    group by all having sum(hits) <> 0 or sum(unique_hits) <> 0`);
  await run(sql`delete from ${raw(table)} where ${touched}`);
  await run(sql`insert into ${raw(table)} by name select * from temp.main.merged order by ${order}`);
  await run(sql`drop table temp.main.merged`);
}
