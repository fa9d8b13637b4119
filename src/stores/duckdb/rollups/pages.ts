/**
 * Entry and exit pages of visitors by day, and days with a single hit; each row has the visitor's day before or after. Every
 * visit counts for its day but those that are not the first (last) of the day.
 */

import type { Rebuild } from '../engine-types.ts';
import { type Run, raw, sql, toRead, toRun } from '../sql/sql.ts';
import { mergeRows } from './merge-rows.ts';
import { findRolledUp } from './rollups.ts';
import { rowOrder } from './row-order.ts';
import type { SignedHits, VisitorSums } from './visitor-sums.ts';

/** Visits whose order is found at once: what does not fit into memory spills some 50 bytes a visit, at most 4 GiB in all. */
const VISITS_PER_PART = 32_000_000;

/** The tables, and how they are counted from `page_visits`. */
const PAGE_TABLES = [
  {
    table: raw('entry_pages'),
    key: raw('site_id, day, days_since, page'),
    order: rowOrder('entry_pages'),
    days: raw('coalesce(day - previous_day, 0) as days_since, entry as page'),
    isCounted: raw('previous_day is distinct from day'),
  },
  {
    table: raw('exit_pages'),
    key: raw('site_id, day, days_until, page'),
    order: rowOrder('exit_pages'),
    days: raw('coalesce(next_day - day, 0) as days_until, exit as page'),
    isCounted: raw('next_day is distinct from day'),
  },
  {
    table: raw('single_hits'),
    key: raw('site_id, day, days_since, days_until'),
    order: rowOrder('single_hits'),
    days: raw('coalesce(day - previous_day, 0) as days_since, coalesce(next_day - day, 0) as days_until'),
    isCounted: raw('is_single and previous_day is distinct from day and next_day is distinct from day'),
  },
] as const;

type PageTable = (typeof PAGE_TABLES)[number];

/** Entry and exit pages of visitors by day. */
export const pageSums: VisitorSums = {
  tables: PAGE_TABLES.map(({ table }) => table),
  begin: async ({ copy }) => {
    const run = toRun(copy);
    await run(sql`create temp table page_visits (site_id integer, day date, previous_day date, next_day date,
      entry integer, exit integer, is_single boolean, sign tinyint)`);
  },
  add: ({ copy }, hits) => addVisits(copy, hits),
  end: async ({ copy, rowsPerSlice }) => {
    const [read, run] = [toRead(copy), toRun(copy)];
    for (const page of PAGE_TABLES) {
      copy.signal.throwIfAborted();
      await store(run, page);
      await mergeRows(read, run, { ...page, count: raw('visitors'), rowsPerSlice });
    }
    await run(sql`drop table temp.main.page_visits`);
  },
};

/** Gives new paths a number, and forgets those that no hit has. */
export const updatePaths = async (run: Run): Promise<void> => {
  const paths = sql`select distinct key as path from hit_groups
    where dimension = ${findRolledUp('path')?.dimension ?? null} and key is not null`;
  await run(sql`delete from pages where path not in (${paths})`);
  await run(sql`insert into pages
    select (select coalesce(max(page), 0) from pages) + row_number() over (), path
    from (${paths}) where path not in (select path from pages)`);
};

/** Adds visits as they are stored, each with the days of the visitor's visits before and after. */
const addVisits = async (copy: Rebuild, { sign, hits }: SignedHits): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const visits = sql`visit_hits is not null and ${hits}`;
  const [found] = await read<{ readonly visits: number }>(
    sql`select count(*) as visits from hits where ${visits}`,
  );
  const parts = Math.ceil((found?.visits ?? 0) / VISITS_PER_PART);
  for (let part = 0; part < parts; part += 1) {
    copy.signal.throwIfAborted();
    const ofPart = raw(parts === 1 ? 'true' : `hash(site_id, visitor_hash) % ${parts} = ${part}`);
    await run(sql`insert into temp.main.page_visits
      select site_id, day, lag(day) over visitor, lead(day) over visitor, entry, exit, is_single, ${sign}
      from (
        select site_id, xor(visitor_hash, hash(site_id)) as visitor_key, created_at, day, visit_hits = 1 as is_single,
          entries.page as entry, coalesce(exits.page, entries.page) as exit
        from (select * from hits where ${visits} and ${ofPart}) visits
          left join pages entries on entries.path = visits.path
          left join pages exits on exits.path = visits.visit_exit_page)
      window visitor as (partition by visitor_key order by created_at)`);
  }
};

/** Stores what the visits amount to. */
const store = (run: Run, { table, key, order, days, isCounted }: PageTable): Promise<number> =>
  run(sql`insert into ${table}
    select * from (select ${key}, sum(sign)::integer as visitors
      from (select site_id, day, ${days}, sign from temp.main.page_visits where ${isCounted})
      group by all having sum(sign) <> 0)
    order by ${order}`);
