/**
 * Hits by week, a value that their visit began with, and page. Pages of the visits by one value need a join of all hits with their visits,
 * and so does the number of pages beside every report about one value. That is slow only where hits are many: other sites have none.
 */
import type { Dimension } from '../../../core/hits/query.ts';
import { WEEK_MS } from '../../../lib/time-units.ts';
import type { Rebuild } from '../engine-types.ts';
import { exists, join, type Run, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { type DayRows, toDaySlices } from './day-slices.ts';
import { rowOrder } from './row-order.ts';
import { keyName, PAGED_KEYS, visitKey, visitNumber } from './visit-dimensions.ts';
import { OF_CHANGED_DAYS, type SignedHits, type VisitorSums } from './visitor-sums.ts';

/** Returns the first day of a date's week; those of sums begin as the first of 1970 did. */
export const toWeek = (day: Sql): Sql => sql`time_bucket(interval '7 days', ${day}, date '1970-01-01')::date`;

/** Hits of a site from which it has these sums: with fewer, the join takes less than a second. */
export const MIN_PAGED_HITS = 20_000_000;

/** Returns the number of a dimension in `visit_pages`; undefined where there are no such sums. */
export const findPagedNumber = (dimension: Dimension): Sql | undefined => {
  const found = PAGED_KEYS.find(paged => paged === dimension);
  return found && visitNumber(found);
};

const TABLE = raw('visit_pages');
const CHANGES = raw('temp.main.visit_page_changes');
const KEY = raw('site_id, dimension, week, key, page');
const SUMS = raw('sum(hits)::integer as hits, sum(unique_hits)::integer as unique_hits');
const ORDER = rowOrder('visit_pages');
const HAS_SUMS = raw('site_id in (select site_id from visit_page_sites)');

const storeChanges = (run: Run): Promise<number> =>
  run(sql`create temp table visit_page_changes as select * from ${TABLE} limit 0`);

/** Adds some hits, with all hits of their visits, to the changes. */
const addHits = async (run: Run, { sign, hits }: SignedHits): Promise<void> => {
  const names = PAGED_KEYS.map(keyName);
  const own = PAGED_KEYS.map(dimension => sql`${visitKey(dimension)} as ${keyName(dimension)}`);
  const values = names.map(
    name => sql`case when viewed.visit_id is null then viewed.${name} else visits.${name} end as ${name}`,
  );
  await run(sql`create temp table visit_page_rows as
    with viewed as materialized (
      select site_id, visit_id, visit_hits, ${toWeek(raw('day'))} as week, path, is_unique, ${join(own, ', ')}
      from hits where ${hits})
    select viewed.site_id, week, page, is_unique, ${join(values, ', ')}
    from viewed left join (select visit_id, ${join(names, ', ')} from viewed where visit_hits is not null) visits using (visit_id)
      left join pages on pages.path = viewed.path`);
  const signed = raw(`${sign} *`);
  for (const dimension of PAGED_KEYS)
    await run(sql`insert into ${CHANGES}
      select site_id, ${visitNumber(dimension)}, week, ${keyName(dimension)}, page, ${signed} count(*),
        ${signed} count(*) filter (where is_unique)
      from temp.main.visit_page_rows group by all`);
  await run(sql`drop table temp.main.visit_page_rows`);
};

/** Stores the sums of all hits of some sites, week by week. */
const storeAll = async (copy: Rebuild, sites: Sql, rowsPerSlice: number): Promise<void> => {
  const run = toRun(copy);
  const days = await toRead(copy)<DayRows>(
    sql`select day, count(*) as rows from hits where ${sites} group by day order by day`,
  );
  for (const ofWeek of Map.groupBy(days, ({ day }) => Math.floor(+day / WEEK_MS)).values()) {
    copy.signal.throwIfAborted();
    await storeChanges(run);
    for (const slice of toDaySlices(ofWeek, rowsPerSlice))
      await addHits(run, { sign: 1, hits: sql`${sites} and ${within('day', slice)}` });
    await run(sql`insert into ${TABLE}
      select * from (select ${KEY}, ${SUMS} from ${CHANGES} group by all) order by ${ORDER}`);
    await run(sql`drop table ${CHANGES}`);
  }
};

/** Merges changes with the stored sums of their weeks. */
const mergeChanges = async (copy: Rebuild): Promise<void> => {
  const run = toRun(copy);
  const weeks = await toRead(copy)<{ readonly week: Date }>(
    sql`select distinct week from ${CHANGES} order by week`,
  );
  for (const { week } of weeks) {
    const touched = sql`week = ${week}::date and site_id in (select site_id from ${CHANGES} where week = ${week}::date)`;
    await run(sql`create temp table merged as
      select ${KEY}, ${SUMS} from (
        select * from ${CHANGES} where week = ${week}::date union all select * from ${TABLE} where ${touched})
      group by all having sum(hits) <> 0 or sum(unique_hits) <> 0`);
    await run(sql`delete from ${TABLE} where ${touched}`);
    await run(sql`insert into ${TABLE} select * from temp.main.merged order by ${ORDER}`);
    await run(sql`drop table temp.main.merged`);
  }
};

/** Returns the sums of sites with so many hits. */
export const visitPageSums = (minHits: number): VisitorSums => ({
  tables: [TABLE],
  begin: async ({ copy, isComplete }) => {
    const run = toRun(copy);
    await run(sql`delete from visit_page_sites
      where ${raw(isComplete ? 'true' : 'site_id in (select site_id from stale_pages)')}`);
    await storeChanges(run);
  },
  add: async ({ copy, anonymous, isComplete }, { sign, hits }) => {
    if (isComplete || !(await exists(toRead(copy), raw('from visit_page_sites')))) return;
    const counted = sign === 1 ? sql`(${hits} or ${anonymous})` : hits;
    await addHits(toRun(copy), { sign, hits: sql`${HAS_SUMS} and ${OF_CHANGED_DAYS} and ${counted}` });
  },
  end: async ({ copy, rowsPerSlice }) => {
    const run = toRun(copy);
    await mergeChanges(copy);
    await run(sql`drop table ${CHANGES}`);
    await run(sql`create temp table paged_sites as
      select site_id from hit_slots group by site_id having sum(hits) >= ${minHits} and not ${HAS_SUMS}`);
    if (await exists(toRead(copy), raw('from temp.main.paged_sites')))
      await storeAll(copy, raw('site_id in (select site_id from temp.main.paged_sites)'), rowsPerSlice);
    await run(sql`insert into visit_page_sites select site_id from temp.main.paged_sites`);
    await run(sql`drop table temp.main.paged_sites`);
  },
});
