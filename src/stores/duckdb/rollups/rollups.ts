/**
 * Roll-ups: sums of hits that answer most reports. They are additive: a backdated write needs no update (it has a late id and
 * is read from raw rows), and a removal adds negated sums. `update.ts` brings them up to date.
 */
import { type ColumnName, columns } from '../../../core/hits/columns.ts';
import { join, type Run, raw, type Sql, sql } from '../sql/sql.ts';
import { propertyRows } from './properties.ts';
import { dropPages, markPagesStale } from './stale-pages.ts';
import { SUMMED_VALUES, valueRows } from './values.ts';
import { dropVisitors, markStale } from './visitors.ts';

/** A column with sums by day. */
export interface RolledUpColumn {
  readonly name: ColumnName;
  /** Its number in `hit_groups.dimension`. */
  readonly dimension: number;
  /** Expression of a hit's value as `hit_groups.key` has it. */
  readonly key: Sql;
}

/** Columns with sums by day. */
export const ROLLED_UP: readonly RolledUpColumn[] = columns.flatMap(({ name, rollup: dimension }) =>
  dimension === undefined ? [] : [{ name, dimension, key: raw(`${name}::varchar`) }],
);

/** Finds a column with sums by day by its name. */
export const findRolledUp = (column: string): RolledUpColumn | undefined =>
  ROLLED_UP.find(({ name }) => name === column);

/** Start of a hit's quarter of an hour. */
const SLOT = "time_bucket(interval '15 minutes', created_at)";

/** Selects hits as rows of `hit_slots`. */
export const slotRows = (hits: Sql): Sql => sql`
  select site_id, ${raw(SLOT)} as slot, day, 1 as hits, is_unique::integer as unique_hits,
    (is_first_of_day and not coalesce(visitor_is_stable, true))::integer as day_visitors
  from hits where ${hits}`;

/** Selects hits as rows of `hit_groups`, for a column. */
export const groupRows = (hits: Sql, { dimension, key }: RolledUpColumn): Sql => sql`
  select site_id, ${raw(String(dimension))} as dimension, day, ${key} as key, 1 as hits, is_unique::integer as unique_hits
  from hits where ${hits}`;

/** Adds some hits to the roll-ups, or subtracts them before they are removed, as far as they are below the watermark. */
export const addToRollUps = async (run: Run, hits: Sql, sign: 1 | -1): Promise<void> => {
  const known = sql`id <= (select watermark from rollup_state) and ${hits}`;
  const signed = raw(`${sign} *`);
  const groups = [
    ...ROLLED_UP.map(column => groupRows(known, column)),
    ...SUMMED_VALUES.map(value => valueRows(known, value)),
    propertyRows(known),
  ];
  await run(sql`insert into hit_slots (site_id, slot, day, hits, unique_hits, day_visitors)
    select site_id, slot, day, ${signed} sum(hits), ${signed} sum(unique_hits), ${signed} sum(day_visitors)
    from (${slotRows(known)}) group by all`);
  await run(sql`insert into hit_groups
    select site_id, dimension, day, key, ${signed} sum(hits), ${signed} sum(unique_hits)
    from (${join(groups, ' union all ')}) group by all`);
  await markStale(run, known);
  await markPagesStale(run, 'hits', known);
};

/** Removes the roll-ups of a site whose hits are all removed. */
export const dropRollUps = async (run: Run, siteId: number): Promise<void> => {
  await run(sql`delete from hit_slots where site_id = ${siteId}`);
  await run(sql`delete from hit_groups where site_id = ${siteId}`);
  for (const table of ['unsummed_values', 'summed_properties'])
    await run(sql`delete from ${raw(table)} where site_id = ${siteId}`);
  await dropVisitors(run, siteId);
  await dropPages(run, siteId);
};
