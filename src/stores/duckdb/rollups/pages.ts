/**
 * Entry and exit pages of visitors by UTC day, and days with a single hit; each row has the visitor's day before or after. Every
 * visit counts for its day but those that are not the first (last) of the day. A rebuild subtracts what visitors with new hits
 * had before and adds what they have now; a removal only marks its site as stale, and the next rebuild computes the site anew.
 */

import type { Rebuild } from '../engine-types.ts';
import { type Read, type Run, raw, type Sql, sql, toRead, toRun, within } from '../sql/sql.ts';
import { type DayRows, toDaySlices, toRowsPerSlice } from './day-slices.ts';
import { findRolledUp } from './rollups.ts';

/** Visits whose order is found at once: what does not fit into memory spills some 50 bytes a visit, at most 4 GiB in all. */
const VISITS_PER_PART = 32_000_000;

/** Rows are merged when more than one of so many is negative. */
const MERGE_SHARE = 8;

/** The tables, and how they are counted from `page_visits`. */
const PAGE_TABLES = [
  {
    table: raw('entry_pages'),
    key: raw('site_id, day, days_since, page'),
    days: raw('coalesce(day - previous_day, 0) as days_since, entry as page'),
    isCounted: raw('previous_day is distinct from day'),
  },
  {
    table: raw('exit_pages'),
    key: raw('site_id, day, days_until, page'),
    days: raw('coalesce(next_day - day, 0) as days_until, exit as page'),
    isCounted: raw('next_day is distinct from day'),
  },
  {
    table: raw('single_hits'),
    key: raw('site_id, day, days_since, days_until'),
    days: raw('coalesce(day - previous_day, 0) as days_since, coalesce(next_day - day, 0) as days_until'),
    isCounted: raw('is_single and previous_day is distinct from day and next_day is distinct from day'),
  },
] as const;

type PageTable = (typeof PAGE_TABLES)[number];

const STALE = raw('site_id in (select site_id from stale_pages)');

/** Options of an update. */
export interface PagesUpdate {
  /** The watermark of the roll-ups before this rebuild. */
  readonly watermark: number;
  /** Visitors with more hits than this are all computed anew. */
  readonly rowsPerSlice?: number | undefined;
}

/** Updates the pages of a copy up to its last hit. Call it after the roll-ups were; it updates the visits by `updateVisits`. */
export const updatePages = async (
  copy: Rebuild,
  { watermark, rowsPerSlice = toRowsPerSlice(copy) }: PagesUpdate,
  updateVisits: () => Promise<void>,
): Promise<void> => {
  const [read, run] = [toRead(copy), toRun(copy)];
  const fresh = sql`visitor_hash is not null and (id > ${watermark} or ${STALE})`;
  const [found] = await read<{ readonly rows: number }>(
    sql`select count(*) as rows from hits where ${fresh}`,
  );
  const rows = found?.rows ?? 0;
  const isComplete = rows > rowsPerSlice;
  for (const { table } of PAGE_TABLES)
    await run(sql`delete from ${table} where ${isComplete ? raw('true') : STALE}`);
  await updatePaths(run);
  if (rows > 0) {
    await run(sql`create temp table page_visits (site_id integer, day date, previous_day date, next_day date,
      entry integer, exit integer, is_single boolean, sign tinyint)`);
    if (!isComplete) {
      await run(
        sql`create temp table changed as select distinct site_id, visitor_hash from hits where ${fresh}`,
      );
      await addVisits(copy, { sign: -1, hits: sql`id <= ${watermark} and not ${STALE} and ${OF_CHANGED}` });
    }
  }
  await run(sql`delete from stale_pages`);
  await updateVisits();
  if (rows === 0) return;
  await addVisits(copy, { sign: 1, hits: isComplete ? raw('true') : OF_CHANGED });
  for (const table of PAGE_TABLES) {
    copy.signal.throwIfAborted();
    await store(run, table);
    await mergeRows(read, run, { table, rowsPerSlice });
  }
  for (const name of ['page_visits', ...(isComplete ? [] : ['changed'])])
    await run(sql`drop table temp.main.${raw(name)}`);
};

const OF_CHANGED = raw('(site_id, visitor_hash) in (select site_id, visitor_hash from temp.main.changed)');

/** Gives new paths a number, and forgets those that no hit has. */
const updatePaths = async (run: Run): Promise<void> => {
  const paths = sql`select distinct key as path from hit_groups
    where dimension = ${findRolledUp('path')?.dimension ?? null} and key is not null`;
  await run(sql`delete from pages where path not in (${paths})`);
  await run(sql`insert into pages
    select (select coalesce(max(page), 0) from pages) + row_number() over (), path
    from (${paths}) where path not in (select path from pages)`);
};

/** Hits whose visits are added to `page_visits`, with the sign that they count with. */
interface SignedVisits {
  readonly sign: 1 | -1;
  readonly hits: Sql;
}

/** Adds visits as they are stored, each with the days of the visitor's visits before and after. */
const addVisits = async (copy: Rebuild, { sign, hits }: SignedVisits): Promise<void> => {
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
        select site_id, xor(visitor_hash, hash(site_id)) as visitor_key, created_at, created_at::date as day, visit_hits = 1 as is_single,
          entries.page as entry, coalesce(exits.page, entries.page) as exit
        from (select * from hits where ${visits} and ${ofPart}) visits
          left join pages entries on entries.path = visits.path
          left join pages exits on exits.path = visits.visit_exit_page)
      window visitor as (partition by visitor_key order by created_at)`);
  }
};

/** Stores what the visits amount to. */
const store = (run: Run, { table, key, days, isCounted }: PageTable): Promise<number> =>
  run(sql`insert into ${table}
    select ${key}, sum(sign)::integer as visitors
    from (select site_id, day, ${days}, sign from temp.main.page_visits where ${isCounted})
    group by all having sum(sign) <> 0 order by ${key}`);

/** Merges the rows of a table when many of them cancel out, in slices of days. */
const mergeRows = async (
  read: Read,
  run: Run,
  { table: { table, key }, rowsPerSlice }: { readonly table: PageTable; readonly rowsPerSlice: number },
): Promise<void> => {
  const counted = await read<DayRows & { readonly negative: number }>(
    sql`select day, count(*) as rows, count(*) filter (where visitors < 0) as negative
      from ${table} group by day order by day`,
  );
  const sum = (key: 'rows' | 'negative'): number => counted.reduce((total, row) => total + row[key], 0);
  if (sum('negative') * MERGE_SHARE <= sum('rows')) return;
  for (const slice of toDaySlices(counted, rowsPerSlice)) {
    const ofSlice = within('day', slice);
    await run(sql`create temp table merged as select ${key}, sum(visitors)::integer as visitors
      from ${table} where ${ofSlice} group by all having sum(visitors) <> 0`);
    await run(sql`delete from ${table} where ${ofSlice}`);
    await run(sql`insert into ${table} select * from temp.main.merged order by ${key}`);
    await run(sql`drop table temp.main.merged`);
  }
};
