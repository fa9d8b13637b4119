/**
 * Hits by their own values of what their visitors use, with visitors and visits: stored is what they have beside the sums of visits,
 * since few visits have hits with different values, such as of a visitor who changed the network on the way.
 */
import { listBaseColumns } from '../../sql/dimensions.ts';
import { join, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { CHANGES, type SignedHits, type SumsUpdate } from './changes.ts';
import { type DayRows, toDaySlices } from './day-slices.ts';
import { visitKey } from './keys.ts';
import { aggregateNumber, keyNumber } from './sums.ts';
import { OWN_KEYS } from './table.ts';

const VISITOR = raw('hash(site_id, visitor_hash)');
const IS_MIXED = sql`${VISITOR} in (select visitor from temp.main.mixed_visitors)`;
/** All values of a hit. */
const VALUES = raw(`hash(${OWN_KEYS.flatMap(listBaseColumns).join(', ')})`);
const NUMBERS = join(OWN_KEYS.map(keyNumber), ', ');
const KEYS = join(OWN_KEYS.map(visitKey), ', ');

/** Slices of hits are larger than others: most are of visits of which nothing is kept. */
const ROWS_PER_SLICE = 4;

/** Stores the visitors of some hits who have a visit with different values. Returns how many such visits there are. */
const storeMixedVisitors = async ({ copy, rowsPerSlice }: SumsUpdate, hits: Sql): Promise<number> => {
  const run = toRun(copy);
  // The only hit of a visit has its value.
  const several = sql`visit_id is not null and visit_hits is distinct from 1 and ${hits}`;
  const days = await toRead(copy)<DayRows>(
    sql`select day, count(*) as rows from hits where ${several} group by day order by day`,
  );
  await run(sql`create temp table mixed_visitors (visitor ubigint)`);
  let visits = 0;
  for (const slice of toDaySlices(days, rowsPerSlice * ROWS_PER_SLICE)) {
    copy.signal.throwIfAborted();
    visits += await run(sql`insert into temp.main.mixed_visitors
      select any_value(${VISITOR}) from hits where ${several} and ${within('day', slice)}
      group by visit_id having min(${VALUES}) <> max(${VALUES})`);
  }
  return visits;
};

/** Hits by their own values: one row for each visit and value. */
const OWN_VALUES =
  raw(`select site_id, dimension, visitor, day, key, count(*) as hits, count(*) filter (where is_unique) as unique_hits
  from temp.main.mixed_values group by site_id, dimension, visitor, visit_id, day, key`);
const VISIT_VALUES = raw('select * from temp.main.mixed_values where visit_hits is not null');
const OWN = sql`${aggregateNumber('own')}::utinyint as aggregate`;

/** Selects the visits of visitors who had an earlier one with the same value. */
const selectReturns = (values: Sql, sign: number): Sql => sql`
  select site_id, ${OWN}, dimension, day, since, key, 0, 0, (${raw(String(sign))} * count(*))::integer from (
    select site_id, dimension, day, key, day - lag(day) over (partition by hash(visitor, dimension, key) order by day) as since
    from (${values}))
  where since is not null group by all`;

/** Adds what some hits have beside the sums of their visits, for parts of the visitors. */
export const addOwnValues = async (update: SumsUpdate, { sign, hits }: SignedHits): Promise<void> => {
  const { copy, rowsPerSlice } = update;
  const [read, run] = [toRead(copy), toRun(copy)];
  const ofVisits = sql`visit_id is not null and ${hits} and ${IS_MIXED}`;
  const [counted] =
    (await storeMixedVisitors(update, hits)) > 0
      ? await read<{ readonly rows: number }>(sql`select count(*) as rows from hits where ${ofVisits}`)
      : [];
  const parts = Math.ceil((counted?.rows ?? 0) / rowsPerSlice);
  const sums = ['hits', 'unique_hits', 'visits'].map(name => `(${sign} * sum(${name}))::integer`).join(', ');
  for (let part = 0; part < parts; part++) {
    copy.signal.throwIfAborted();
    await run(sql`create temp table mixed_values as
      select site_id, ${VISITOR} as visitor, visit_id, day, is_unique, visit_hits, visit_unique_hits,
        unnest([${NUMBERS}])::utinyint as dimension, unnest([${KEYS}]) as key
      from hits where ${ofVisits} and ${VISITOR} % ${raw(String(parts))} = ${raw(String(part))}`);
    await run(sql`insert into ${CHANGES}
      select site_id, ${OWN}, dimension, day, null::integer, key, ${raw(sums)} from (
        select site_id, dimension, day, key, hits, unique_hits, 1 as visits from (${OWN_VALUES}) union all
        select site_id, dimension, day, key, -visit_hits, -visit_unique_hits, -1 from (${VISIT_VALUES}))
      group by site_id, dimension, day, key
      union all ${selectReturns(OWN_VALUES, sign)} union all ${selectReturns(VISIT_VALUES, -sign)}`);
    await run(sql`drop table temp.main.mixed_values`);
  }
  await run(sql`drop table temp.main.mixed_visitors`);
};
