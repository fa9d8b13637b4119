/**
 * Sums of visits by day and value, with their hits; hits without a visit are among them, by their own values. Beside that, the visits of
 * visitors who had an earlier one with the same value: by them, exact visitors of a value follow from its visits.
 */

import { toHost } from '../../sql/addresses.ts';
import type { Rebuild } from '../engine-types.ts';
import { exists, join, type Run, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import {
  CHANGES,
  divideVisitors,
  HASHED_CHANGES,
  OF_CHANGED_DAYS,
  type SignedHits,
  type SumsUpdate,
} from './changes.ts';
import { type DayRows, toDaySlices } from './day-slices.ts';
import { keyName, visitKey } from './keys.ts';
import { aggregateNumber, insertSums, isOf, keyNumber, sumsOf } from './sums.ts';
import { type SumKey, VISIT_KEYS } from './table.ts';

/** Slices of visits are larger than others: a statement groups them by few values. */
const ROWS_PER_SLICE = 4;

/** Hits that are the first of their visit, or without one. */
const HAS_SUMS = raw('(visit_hits is not null or visitor_hash is null)');

/** Returns the value of a visit over those that were selected: hosts are derived from few referrers. */
const fromSelected = (key: SumKey): Sql =>
  key === 'referrer_host' ? toHost(keyName('referrer')) : keyName(key);

/** Returns the keys that others are, or are derived from. */
const baseKeys = (keys: readonly SumKey[]): SumKey[] => [
  ...new Set(keys.map(key => (key === 'referrer_host' ? 'referrer' : key))),
];

const selected = (keys: readonly SumKey[]): Sql =>
  join(
    baseKeys(keys).map(key => sql`${visitKey(key)} as ${keyName(key)}`),
    ', ',
  );

/** Selects the sums of some hits by keys that go together. */
const selectVisits = (keys: readonly SumKey[], { sign, hits }: SignedHits): Sql => {
  const combined = sql`
    select site_id, day, ${selected(keys)}, sum(coalesce(visit_hits, 1)) as hits,
      sum(coalesce(visit_unique_hits, 0)) as unique_hits, count(visit_hits) as visits
    from hits where ${HAS_SUMS} and ${hits} group by all`;
  const sums = raw(
    ['hits', 'unique_hits', 'visits'].map(name => `(${sign} * sum(${name}))::integer as ${name}`).join(', '),
  );
  const groups = keys.map(
    key => sql`
      select site_id, ${sumsOf('visits', key)}, day, null::integer as since, ${fromSelected(key)} as key, ${sums}
      from combined group by all`,
  );
  return sql`with combined as materialized (${combined}) select * from (${join(groups, ' union all ')})`;
};

/** Selects the visits of each page. */
const selectViews = ({ sign, hits }: SignedHits): Sql => sql`
  select site_id, ${sumsOf('visits', 'path')}, day, null::integer as since, path as key, 0 as hits, 0 as unique_hits,
    (${raw(String(sign))} * count(*))::integer as visits
  from hits where visit_is_first_view and ${hits} group by site_id, day, path`;

const selectAll = (hits: SignedHits): Sql[] => [
  ...VISIT_KEYS.map(keys => selectVisits(keys, hits)),
  selectViews(hits),
];

/** Stores the sums of all visits by day and value. */
const storeAll = async ({ copy, rowsPerSlice }: SumsUpdate): Promise<void> => {
  const days = await toRead(copy)<DayRows>(
    sql`select day, count(*) as rows from hits where ${HAS_SUMS} group by day order by day`,
  );
  for (const slice of toDaySlices(days, rowsPerSlice * ROWS_PER_SLICE)) {
    copy.signal.throwIfAborted();
    for (const rows of selectAll({ sign: 1, hits: within('day', slice) })) {
      await insertSums(toRun(copy), rows);
      // Until then sums by texts that are all different take memory, or space to spill to.
      if (slice.rows > rowsPerSlice) await copy.run(`CHECKPOINT ${copy.catalog}`);
    }
    if (slice.rows > rowsPerSlice) await copy.releaseMemory();
  }
};

/** Adds the sums of visits by day and value. */
export const addVisits = async (update: SumsUpdate, { sign, hits }: SignedHits): Promise<void> => {
  if (update.isComplete) return storeAll(update);
  const ofVisits = sign === 1 ? sql`(${hits} or ${update.anonymous})` : hits;
  for (const rows of selectAll({ sign, hits: sql`${OF_CHANGED_DAYS} and ${ofVisits}` }))
    await toRun(update.copy)(sql`insert into ${CHANGES} ${rows}`);
};

/** Visits whose values are compared at once; those of visitors with several are kept as hashes, which may spill. */
const VISITS_PER_PART = 8_000_000;

/** Visitors who may have several visits: the first hit of a further one of a day is not the first hit of its day. */
const SEVERAL_VISITS = raw(`
  select hash(site_id, visitor_hash) as visitor from visitors where first_day <> last_day union all
  select hash(site_id, visitor_hash) from hits where visit_hits is not null and not is_first_of_day`);

/** Selects the visits of `further_visits` with the values of some keys. */
const selectFurther = (keys: readonly SumKey[]): Sql =>
  keys.includes('referrer_host')
    ? sql`(select further.rowid as id, further.*, ${keyName('referrer_host')}
        from temp.main.further_visits further left join temp.main.hosts using (${keyName('referrer')}))`
    : raw('(select rowid as id, * from temp.main.further_visits)');

/** Returns the hash of a value; null for none. */
const toHash = (value: Sql): Sql => sql`case when ${value} is not null then hash(${value}) end`;

/**
 * Stores the visits of visitors with several, with the hashes of their values, and beside them those that are not the first of their
 * visitor, with the days since the last: to find these with all values takes too much memory.
 */
const storeFurther = async (run: Run, visits: Sql): Promise<void> => {
  const hashes = baseKeys(VISIT_KEYS.flat()).map(key => sql`${toHash(visitKey(key))} as ${keyName(key)}`);
  await run(sql`create temp table hosts as
    select hash(referrer) as ${keyName('referrer')}, ${toHash(toHost(raw('referrer')))} as ${keyName('referrer_host')}
    from (select distinct referrer from hits where ${visits} and referrer is not null)`);
  await run(sql`create temp table further_visits as
    select site_id, hash(site_id, visitor_hash) as visitor, day, ${join(hashes, ', ')} from hits
    where ${visits} and hash(site_id, visitor_hash) in (${SEVERAL_VISITS})`);
  await run(sql`create temp table later_visits as select * from (
      select rowid as id, day - lag(day) over (partition by visitor order by day) as since from temp.main.further_visits)
    where since is not null`);
};

/** Selects visits by the days since the visitor's last one with the same value, from rows of a site, dimension, day, hash of a value. */
const selectReturns = (
  rows: Sql,
  { sign, aggregate, visitor }: { readonly sign: Sql; readonly aggregate: Sql; readonly visitor: Sql },
): Sql => sql`
  select site_id, ${aggregate}::utinyint, dimension, day, since, key_hash, (${sign} count(*))::integer
  from (select site_id, dimension, day, key_hash, day - lag(day) over (partition by ${visitor} order by day) as since from (${rows}))
  where since is not null group by all`;

const BY_VALUE = raw('hash(visitor, dimension, key_hash)');

/** Name of the mark of visitors whose visits differ in keys that go together. */
const isMixed = (group: number): Sql => raw(`is_mixed_${group}`);

/** Adds the visits of `further_visits` that share a value with an earlier one: of most visitors that is every one but the first. */
const addReturns = async (copy: Rebuild, sign: Sql): Promise<void> => {
  const run = toRun(copy);
  const marks = VISIT_KEYS.map((keys, group) => {
    const values = sql`hash(${join(baseKeys(keys).map(keyName), ', ')})`;
    return sql`min(${values}) <> max(${values}) as ${isMixed(group)}`;
  });
  await run(sql`create temp table mixed_visitors as
    select visitor, ${join(marks, ', ')} from temp.main.further_visits group by visitor`);
  const aggregate = aggregateNumber('visits');
  for (const [group, keys] of VISIT_KEYS.entries()) {
    const ofMixed = sql`select visitor from temp.main.mixed_visitors where ${isMixed(group)}`;
    const names = join(keys.map(keyName), ', ');
    const returns = keys.map(
      key => sql`
        select site_id, ${aggregate}::utinyint, ${keyNumber(key)}::utinyint, day, since, ${keyName(key)}, (${sign} sum(visits))::integer
        from combined group by all`,
    );
    await run(sql`insert into ${HASHED_CHANGES}
      with combined as materialized (
        select site_id, day, since, ${names}, count(*) as visits
        from ${selectFurther(keys)} join temp.main.later_visits using (id)
        where visitor not in (${ofMixed}) group by all)
      select * from (${join(returns, ' union all ')})`);
    const numbers = join(keys.map(keyNumber), ', ');
    const rows = sql`select site_id, visitor, day, unnest([${numbers}])::utinyint as dimension, unnest([${names}]) as key_hash
      from ${selectFurther(keys)} where visitor in (${ofMixed})`;
    await run(
      sql`insert into ${HASHED_CHANGES} ${selectReturns(rows, { sign, aggregate, visitor: BY_VALUE })}`,
    );
  }
  await run(sql`drop table temp.main.mixed_visitors`);
};

/** Adds the further visits of a visitor to the same page. */
const addPageReturns = (run: Run, hits: Sql, sign: Sql): Promise<number> => {
  const rows = sql`select site_id, ${keyNumber('path')}::utinyint as dimension, day, key_hash, viewed from views
    where viewed in (select viewed from views group by viewed having count(*) > 1)`;
  return run(sql`insert into ${HASHED_CHANGES}
    with views as materialized (
      select site_id, day, hash(path) as key_hash, hash(site_id, visitor_hash, path) as viewed from hits
      where visit_is_first_view and ${hits} and hash(site_id, visitor_hash) in (${SEVERAL_VISITS}))
    ${selectReturns(rows, { sign, aggregate: aggregateNumber('visits'), visitor: raw('viewed') })}`);
};

/** Adds what the visits of `further_visits` at a host and those without a url have beside both added up. */
const addHosts = async (run: Run, sign: 1 | -1): Promise<void> => {
  const host = keyName('hostname');
  await run(sql`create temp table mixed_hosts as
    select distinct visitor, ${host} as host from temp.main.further_visits where ${host} is not null
      and visitor in (select visitor from temp.main.further_visits where ${host} is null)`);
  const returns = (condition: Sql, signed: number): Sql =>
    selectReturns(
      sql`select site_id, visitor, ${keyNumber('hostname')}::utinyint as dimension, day, host as key_hash
        from temp.main.further_visits join temp.main.mixed_hosts using (visitor) where ${condition}`,
      { sign: raw(`${signed} *`), aggregate: aggregateNumber('hosts'), visitor: BY_VALUE },
    );
  const [none, own] = [sql`${host} is null`, sql`${host} = host`];
  await run(sql`insert into ${HASHED_CHANGES} ${returns(sql`${none} or ${own}`, sign)}
    union all ${returns(none, -sign)} union all ${returns(own, -sign)}`);
  await run(sql`drop table temp.main.mixed_hosts`);
};

/** Adds the visits of visitors who came by the same value before. */
export const addFurtherVisits = async ({ copy }: SumsUpdate, { sign, hits }: SignedHits): Promise<void> => {
  const run = toRun(copy);
  if (!(await exists(toRead(copy), sql`from (${SEVERAL_VISITS})`))) return;
  const visits = sql`visit_hits is not null and ${hits}`;
  const signed = raw(`${sign} *`);
  for (const part of await divideVisitors(copy, visits, VISITS_PER_PART)) {
    copy.signal.throwIfAborted();
    await storeFurther(run, sql`${visits} and ${part}`);
    await addReturns(copy, signed);
    await addHosts(run, sign);
    for (const name of ['hosts', 'further_visits', 'later_visits'])
      await run(sql`drop table temp.main.${raw(name)}`);
    await addPageReturns(run, sql`${hits} and ${part}`, signed);
  }
};

/**
 * Selects the texts of hashed keys as `site_id`, `dimension`, `day`, `key_hash` and `key`: a visit by a value is among those of its day.
 * Hosts of a site are looked up on all days.
 */
export const selectVisitNames = ({ isComplete }: SumsUpdate): Sql => {
  const stored = sql`select site_id, dimension, day, key from sums
    where aggregate = ${aggregateNumber('visits')} and since is null and key is not null`;
  return isComplete
    ? stored
    : sql`${stored} and (site_id, day) in (select site_id, day from ${HASHED_CHANGES})
        union select site_id, dimension, day, key from ${CHANGES}
          where aggregate = ${aggregateNumber('visits')} and since is null and key is not null`;
};

/** Selects the hosts of sites as `site_id`, `key_hash` and `key`. */
export const selectHosts = (names: Sql): Sql =>
  sql`select distinct site_id, key from (${names}) where dimension = ${keyNumber('hostname')}
    union select distinct site_id, key from sums where ${isOf('visits', 'hostname')} and since is null and key is not null`;
