/**
 * Hits by their own values of what their visitors use, with visitors and visits: stored is what they have beside the sums of visits,
 * since few visits have hits with different values, such as of a visitor who changed the network on the way.
 */
import { listBaseColumns } from '../queries/dimensions.ts';
import { join, type Run, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { type DayRows, toDaySlices } from './day-slices.ts';
import { RETURNING_CHANGES } from './returning-visits.ts';
import { OWN, OWN_KEYS, visitKey, visitNumber } from './visit-dimensions.ts';
import { groupChanges } from './visit-groups.ts';
import type { SignedHits, SumsUpdate, VisitorSums } from './visitor-sums.ts';

const VISITOR = raw('hash(site_id, visitor_hash)');
const IS_MIXED = sql`${VISITOR} in (select visitor from temp.main.mixed_visitors)`;
/** All values of a hit. */
const VALUES = raw(`hash(${OWN_KEYS.flatMap(listBaseColumns).join(', ')})`);
const NUMBERS = raw(OWN_KEYS.map(dimension => OWN + Number(visitNumber(dimension).text)).join(', '));
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

/** Selects returns as rows of `returning_visits`. */
const selectReturns = (values: Sql, sign: number): Sql => sql`
  select site_id, dimension, day, days_since, key, (${raw(String(sign))} * count(*))::integer from (
    select site_id, dimension, day, key, day - lag(day) over (partition by hash(visitor, dimension, key) order by day) as days_since
    from (${values}))
  where days_since is not null group by all`;

/** Adds the difference of the values in `mixed_values`. */
const addMixedValues = async (run: Run, update: SumsUpdate, sign: 1 | -1): Promise<void> => {
  const sums = ['hits', 'unique_hits', 'visits'].map(name => `(${sign} * sum(${name}))::integer`).join(', ');
  await run(sql`insert into ${groupChanges(update)}
    select site_id, dimension, day, key, ${raw(sums)} from (
      select site_id, dimension, day, key, hits, unique_hits, 1 as visits from (${OWN_VALUES}) union all
      select site_id, dimension, day, key, -visit_hits, -visit_unique_hits, -1 from (${VISIT_VALUES}))
    group by site_id, dimension, day, key having sum(hits) <> 0 or sum(unique_hits) <> 0 or sum(visits) <> 0
    order by site_id, dimension, day`);
  await run(sql`insert into ${RETURNING_CHANGES}
    ${selectReturns(OWN_VALUES, sign)} union all ${selectReturns(VISIT_VALUES, -sign)}`);
};

/** Adds what some hits have beside the sums of their visits, for parts of the visitors. */
const addDifference = async (update: SumsUpdate, { sign, hits }: SignedHits): Promise<void> => {
  const { copy, rowsPerSlice } = update;
  const [read, run] = [toRead(copy), toRun(copy)];
  const ofVisits = sql`visit_id is not null and ${hits} and ${IS_MIXED}`;
  const [counted] =
    (await storeMixedVisitors(update, hits)) > 0
      ? await read<{ readonly rows: number }>(sql`select count(*) as rows from hits where ${ofVisits}`)
      : [];
  const parts = Math.ceil((counted?.rows ?? 0) / rowsPerSlice);
  for (let part = 0; part < parts; part++) {
    copy.signal.throwIfAborted();
    await run(sql`create temp table mixed_values as
      select site_id, ${VISITOR} as visitor, visit_id, day, is_unique, visit_hits, visit_unique_hits,
        unnest([${NUMBERS}])::utinyint as dimension, unnest([${KEYS}]) as key
      from hits where ${ofVisits} and ${VISITOR} % ${raw(String(parts))} = ${raw(String(part))}`);
    await addMixedValues(run, update, sign);
    await run(sql`drop table temp.main.mixed_values`);
  }
  await run(sql`drop table temp.main.mixed_visitors`);
};

/** What hits by their own values have beside their visits. It stands before the sums of visits, whose tables it adds to. */
export const ownSums: VisitorSums = {
  tables: [],
  begin: async () => undefined,
  add: addDifference,
  end: async () => undefined,
};
