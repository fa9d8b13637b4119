/**
 * Visits of visitors who had an earlier visit with the same value, by the days since: by them, exact visitors of a value follow
 * from its visits. Most visitors come once, and few come back by the same source or to the same page.
 */

import type { Rebuild } from '../engine-types.ts';
import { keyOf } from '../queries/dimensions.ts';
import { exists, join, type Run, raw, type Sql, sql, toRead, toRun } from '../sql/sql.ts';
import { mergeRows } from './merge-rows.ts';
import { rowOrder } from './row-order.ts';
import { keyName, LASTING_KEYS, SITE_HOST, VISIT_KEYS, visitKey, visitNumber } from './visit-dimensions.ts';
import type { SignedHits, VisitorSums } from './visitor-sums.ts';

const TABLE = raw('returning_visits');
/** The table that returns are added to while they are updated. */
export const RETURNING_CHANGES = raw('temp.main.returning_changes');
const KEY = raw('site_id, dimension, day, days_since, key');
const ORDER = rowOrder('returning_visits');

/** Unique hits whose visitors are compared at once: hashes that do not fit into memory spill. */
const HITS_PER_PART = 32_000_000;
/** Visits whose values are compared at once; those of visitors with several are kept with their values, which may spill. */
const VISITS_PER_PART = 8_000_000;

/** Returns conditions for equal parts of the visitors, each with about so many of some hits. */
const findParts = async (copy: Rebuild, hits: Sql, rowsPerPart: number): Promise<Sql[]> => {
  const [found] = await toRead(copy)<{ readonly rows: number }>(
    sql`select count(*) as rows from hits where ${hits}`,
  );
  const parts = Math.ceil((found?.rows ?? 0) / rowsPerPart);
  return Array.from({ length: parts }, (_, part) =>
    raw(parts === 1 ? 'true' : `hash(visitor_hash, site_id) % ${parts} = ${part}`),
  );
};

/** Selects rows of `returning_visits` from rows of a site, visitor, day and key. */
const selectReturns = (
  number: Sql,
  rows: Sql,
  { sign, visitor }: { readonly sign: Sql; readonly visitor: Sql },
): Sql => sql`
  select site_id, ${number}, day, days_since, key, (${sign} count(*))::integer
  from (select site_id, day, key, day - lag(day) over (partition by ${visitor} order by day) as days_since from (${rows}))
  where days_since is not null group by all`;

/** The condition for hits whose marks are of other days than theirs: not every visitor, page and day has one. */
const HAS_OTHER_MARKS = raw('site_id in (select site_id from site_zones where not has_own_marks)');

/**
 * Adds the days on which visitors saw a page again, the further visits with a page on the same day, and (as -1 days) the visitors of a page
 * and day without a mark, less the marks beyond one.
 */
const addPaths = async (copy: Rebuild, { sign, hits }: SignedHits): Promise<void> => {
  const run = toRun(copy);
  const signed = raw(`${sign} *`);
  const isFirst = sql`(is_unique or ${HAS_OTHER_MARKS})`;
  const unique = sql`${isFirst} and visitor_is_stable and ${hits}
    and (site_id, visitor_hash) in (select site_id, visitor_hash from visitors where first_day <> last_day)`;
  const page = raw('hash(site_id, visitor_hash, path)');
  for (const part of await findParts(
    copy,
    sql`${isFirst} and visitor_is_stable and ${hits}`,
    HITS_PER_PART,
  )) {
    copy.signal.throwIfAborted();
    await run(sql`create temp table seen_again as
      select page from (select ${page} as page from hits where ${unique} and ${part}) group by page having count(*) > 1`);
    const rows = sql`select distinct site_id, visitor_hash, day, path as key from hits
      where ${unique} and ${part} and ${page} in (select page from temp.main.seen_again)`;
    await run(
      sql`insert into ${RETURNING_CHANGES} ${selectReturns(visitNumber('path'), rows, { sign: signed, visitor: raw('site_id, visitor_hash, key') })}`,
    );
    await run(sql`drop table temp.main.seen_again`);
  }
  const extra = raw('coalesce(visit_is_first_view, false)::integer - is_unique::integer');
  await run(sql`insert into ${RETURNING_CHANGES}
    select site_id, ${visitNumber('path')}, day, 0, path, (${signed} sum(${extra}))::integer
    from hits where visitor_hash is not null and is_unique <> coalesce(visit_is_first_view, false) and ${hits}
    group by all having sum(${extra}) <> 0`);
  const unmarked = raw('count(distinct visitor_hash) - count(*) filter (where is_unique)');
  const marked = sql`visitor_hash is not null and ${HAS_OTHER_MARKS} and ${hits}`;
  for (const part of await findParts(copy, marked, HITS_PER_PART))
    await run(sql`insert into ${RETURNING_CHANGES}
      select site_id, ${visitNumber('path')}, day, -1, path, (${signed} (${unmarked}))::integer
      from hits where ${marked} and ${part} group by site_id, day, path having ${unmarked} <> 0`);
};

/** Visitors who may have several visits: the first hit of a further one of a day is not the first hit of its day. */
const SEVERAL_VISITS = raw(`
  select hash(site_id, visitor_hash) as visitor from visitors where first_day <> last_day union all
  select hash(site_id, visitor_hash) from hits where visit_hits is not null and not is_first_of_day`);

/** A visitor and a value. */
const BY_KEY = raw('hash(visitor, key)');

/** Adds visits of `further_visits` whose visitors never change any of the lasting values, by the days since their last visit. */
const addLasting = async (copy: Rebuild, sign: Sql): Promise<void> => {
  const run = toRun(copy);
  const keys = join(LASTING_KEYS.map(keyName), ', ');
  await run(sql`create temp table changing as
    select visitor from temp.main.further_visits group by visitor having min(hash(${keys})) <> max(hash(${keys}))`);
  await run(sql`create temp table lasting_returns as
    select site_id, day, days_since, ${keys}, count(*) as visits
    from (select site_id, day, ${keys}, day - lag(day) over (partition by visitor order by day) as days_since
      from temp.main.further_visits where visitor not in (select visitor from temp.main.changing))
    where days_since is not null group by all`);
  const hasChanging = await exists(toRead(copy), raw('from temp.main.changing'));
  for (const dimension of LASTING_KEYS) {
    await run(sql`insert into ${RETURNING_CHANGES}
      select site_id, ${visitNumber(dimension)}, day, days_since, ${keyName(dimension)}, (${sign} sum(visits))::integer
      from temp.main.lasting_returns group by all`);
    if (!hasChanging) continue;
    const rows = sql`select site_id, visitor, day, ${keyName(dimension)} as key from temp.main.further_visits
      where visitor in (select visitor from temp.main.changing)`;
    await run(
      sql`insert into ${RETURNING_CHANGES} ${selectReturns(visitNumber(dimension), rows, { sign, visitor: BY_KEY })}`,
    );
  }
  for (const name of ['changing', 'lasting_returns']) await run(sql`drop table temp.main.${raw(name)}`);
};

/** Adds what the visits of `further_visits` by a host and those without a url have beside both added up. */
const addSiteHosts = async (run: Run, sign: 1 | -1): Promise<void> => {
  await run(sql`create temp table mixed_hosts as
    select distinct visitor, hostname_key as host from temp.main.further_visits
    where hostname_key is not null
      and visitor in (select visitor from temp.main.further_visits where hostname_key is null)`);
  const returns = (condition: string, signed: number) =>
    selectReturns(
      raw(String(SITE_HOST)),
      raw(`select site_id, visitor, day, host as key
        from temp.main.further_visits join temp.main.mixed_hosts using (visitor) where ${condition}`),
      { sign: raw(`${signed} *`), visitor: BY_KEY },
    );
  const [none, own] = ['hostname_key is null', 'hostname_key = host'];
  await run(sql`insert into ${RETURNING_CHANGES} ${returns(`${none} or ${own}`, sign)}
    union all ${returns(none, -sign)} union all ${returns(own, -sign)}`);
  await run(sql`drop table temp.main.mixed_hosts`);
};

/** Adds the visits of visitors who came by the same value before. */
const addVisits = async (copy: Rebuild, { sign, hits }: SignedHits): Promise<void> => {
  const run = toRun(copy);
  if (!(await exists(toRead(copy), sql`from (${SEVERAL_VISITS})`))) return;
  const visits = sql`visit_hits is not null and ${hits}`;
  const keys = VISIT_KEYS.map(dimension => sql`${visitKey(dimension)} as ${keyName(dimension)}`);
  const signed = raw(`${sign} *`);
  for (const part of await findParts(copy, visits, VISITS_PER_PART)) {
    copy.signal.throwIfAborted();
    await run(sql`create temp table further_visits as
      select site_id, hash(site_id, visitor_hash) as visitor, day, ${join(keys, ', ')} from hits
      where ${visits} and ${part} and hash(site_id, visitor_hash) in (${SEVERAL_VISITS})`);
    await run(sql`create temp table hosts as
      select referrer_key, ${keyOf('referrer_host', () => raw('referrer_key'), {})} as host
      from (select distinct referrer_key from temp.main.further_visits where referrer_key is not null)`);
    await addLasting(copy, signed);
    const options = { sign: signed, visitor: BY_KEY };
    for (const dimension of VISIT_KEYS.filter(dimension => !LASTING_KEYS.includes(dimension))) {
      const rows = sql`select site_id, visitor, day, ${keyName(dimension)} as key from temp.main.further_visits`;
      await run(
        sql`insert into ${RETURNING_CHANGES} ${selectReturns(visitNumber(dimension), rows, options)}`,
      );
    }
    const byHost = raw(`select site_id, visitor, day, host as key
      from temp.main.further_visits left join temp.main.hosts using (referrer_key)`);
    await run(
      sql`insert into ${RETURNING_CHANGES} ${selectReturns(visitNumber('referrer_host'), byHost, options)}`,
    );
    await addSiteHosts(run, sign);
    for (const name of ['further_visits', 'hosts']) await run(sql`drop table temp.main.${raw(name)}`);
  }
};

/** Visits of visitors who had an earlier one with the same value. */
export const returningSums: VisitorSums = {
  tables: [TABLE],
  begin: async ({ copy }) => {
    await toRun(copy)(sql`create temp table returning_changes as select * from ${TABLE} limit 0`);
  },
  add: async ({ copy }, hits) => {
    await addPaths(copy, hits);
    await addVisits(copy, hits);
  },
  end: async ({ copy, rowsPerSlice }) => {
    const [read, run] = [toRead(copy), toRun(copy)];
    await run(sql`insert into ${TABLE} select * from (
        select ${KEY}, sum(visits)::integer as visits from ${RETURNING_CHANGES} group by all having sum(visits) <> 0)
      order by ${ORDER}`);
    await run(sql`drop table ${RETURNING_CHANGES}`);
    await mergeRows(read, run, { table: TABLE, key: KEY, count: raw('visits'), order: ORDER, rowsPerSlice });
  },
};
