import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';

/** Views by their largest totals, each report counted from the first hit of its visitor, path and UTC day on. */
const VIEWS = `
  select reports.site_id, reports.day, reports.path, max(engaged_seconds) as seconds, max(scroll_depth) as depth
  from engagements reports
  where exists (select 1 from hits where hits.site_id = reports.site_id and hits.visitor_hash = reports.visitor_hash
    and hits.path = reports.path and hits.day = reports.day and hits.created_at <= reports.created_at
    and engaged_seconds * 1000 <= epoch_ms(reports.created_at) - epoch_ms(hits.created_at) + 5000)
  group by reports.site_id, reports.visitor_hash, reports.path, reports.day, reports.view`;

const VALUES = `
  with views as (${VIEWS}),
  measured as (select site_id, day, path, unnest([0, 1]) as measure, unnest([seconds, depth]) as value from views)
  select site_id, day, measure, path, value, 1 as views from measured where value is not null
  union all select site_id, day, measure, null, value, 1 from measured where value is not null`;

/** Returns the stored sums of engagement that are not those of all rows; nothing once a rebuild has seen every row. */
export const findWrongEngagement = (engine: Pick<HitEngine, 'read'>): Promise<unknown[]> =>
  engine.read(`select site_id, day, measure, path, value, sum(views)::integer as views from (
      select site_id, day, measure, path, value, views from page_engagements left join pages using (page) where measure < 2
      union all select site_id, day, measure, path, value, -views from (${VALUES}))
    group by all having sum(views) <> 0 order by all limit 20`);
