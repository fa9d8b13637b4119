import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';

/** Days of visitors, worked out from all rows at once. */
const DAYS = `
  select site_id, day, lag(day) over visitor as previous_day, lead(day) over visitor as next_day, entry, exit, hits from (
    select site_id, visitor_hash, day, count(*) as hits,
      arg_min_null(path, (created_at, id)) as entry, arg_max_null(path, (created_at, id)) as exit
    from hits where visitor_hash is not null group by all)
  window visitor as (partition by site_id, visitor_hash order by day)`;

const STORED = `
  select 'entry' as side, site_id, day, nullif(days_since, 0) as days_since, null as days_until, path, visitors
    from entry_pages left join pages using (page)
  union all select 'exit', site_id, day, null, nullif(days_until, 0), path, visitors
    from exit_pages left join pages using (page)
  union all select 'single', site_id, day, nullif(days_since, 0), nullif(days_until, 0), null, visitors from single_hits`;

const EXPECTED = `
  select 'entry', site_id, day, day - previous_day, null, entry, -1 from days
  union all select 'exit', site_id, day, null, next_day - day, exit, -1 from days
  union all select 'single', site_id, day, day - previous_day, next_day - day, null, -1 from days where hits = 1`;

/** Returns the stored sums of pages that are not those that all rows together give; nothing once a rebuild has seen every row. */
export const findWrongPages = (engine: Pick<HitEngine, 'read'>): Promise<unknown[]> =>
  engine.read(`with days as (${DAYS})
    select side, site_id, day, days_since, days_until, path, sum(visitors)::integer as visitors
    from (${STORED} union all ${EXPECTED}) group by all having sum(visitors) <> 0 order by all`);
