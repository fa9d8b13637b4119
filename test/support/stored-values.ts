import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { SUMMED_VALUES } from '../../src/stores/duckdb/rollups/values.ts';

/** Values of the hits of sites that are summed up by them. */
const ROWS = SUMMED_VALUES.map(
  ({ name, dimension, key }) => `
    select site_id, ${dimension} as dimension, created_at::date as day, ${key.text} as key, 1 as hits, is_unique::integer as unique_hits
    from hits where ${key.text} is not null
      and site_id not in (select site_id from unsummed_values where dimension = '${name}')`,
).join(' union all ');

/** Returns the stored sums by values that are not those of all hits; nothing once a rebuild has seen every hit. */
export const findWrongValues = (engine: Pick<HitEngine, 'read'>): Promise<unknown[]> =>
  engine.read(`
    select site_id, dimension, day, key, sum(hits)::integer as hits, sum(unique_hits)::integer as unique_hits
    from (select * from hit_groups where dimension in (${SUMMED_VALUES.map(({ dimension }) => dimension).join(', ')})
      union all select site_id, dimension, day, key, -hits, -unique_hits from (${ROWS}))
    group by all having sum(hits) <> 0 or sum(unique_hits) <> 0 order by all limit 20`);
