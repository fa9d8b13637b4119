import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { PAGED_KEYS, visitKey, visitNumber } from '../../src/stores/duckdb/rollups/visit-dimensions.ts';

/** Hits by the day on which their week began, by what their visit began with. */
const HITS = PAGED_KEYS.map(
  dimension => `
    select hits.site_id, ${visitNumber(dimension).text} as dimension, time_bucket(interval '7 days', hits.day, date '1970-01-01')::date as week,
      visits.key, hits.path, -count(*) as hits, -count(*) filter (where is_unique) as unique_hits
    from (select *, coalesce(visit_id, -id) as visit from hits) hits join (
      select coalesce(visit_id, -id) as visit, ${visitKey(dimension).text} as key from hits
      where visit_hits is not null or visitor_hash is null) visits using (visit)
    where hits.site_id in (select site_id from visit_page_sites) group by all`,
).join(' union all ');

/** Returns the stored sums of pages by values of visits that are not those that all rows together give. */
export const findWrongVisitPages = (engine: Pick<HitEngine, 'read'>): Promise<unknown[]> =>
  engine.read(`select site_id, dimension, week, key, path, sum(hits)::integer as hits, sum(unique_hits)::integer as unique_hits
    from (${HITS} union all select site_id, dimension, week, key, path, hits, unique_hits
      from visit_pages left join pages using (page))
    group by all having sum(hits) <> 0 or sum(unique_hits) <> 0 order by all limit 20`);
