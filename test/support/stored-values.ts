import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { PROPERTIES } from '../../src/stores/duckdb/rollups/properties.ts';
import { SUMMED_VALUES } from '../../src/stores/duckdb/rollups/values.ts';

/** Values of the hits of sites that are summed up by them. */
const OF_VALUES = SUMMED_VALUES.map(
  ({ name, dimension, key }) => `
    select site_id, ${dimension} as dimension, day, ${key.text} as key, 1 as hits, is_unique::integer as unique_hits
    from hits where ${key.text} is not null
      and site_id not in (select site_id from unsummed_values where dimension = '${name}')`,
).join(' union all ');

/** Values of properties of hits of sites that are summed up by them, one name at a time. */
const OF_PROPERTIES = `
  select site_id, ${PROPERTIES.text} as dimension, day, name || '=' || json_extract_string(properties, '$."' || name || '"') as key,
    1 as hits, is_unique::integer as unique_hits
  from hits join (select site_id, name from summed_properties where not is_wide) using (site_id)
  where json_exists(properties, '$."' || name || '"')`;
const ROWS = `${OF_VALUES} union all ${OF_PROPERTIES}`;

/** Returns the stored sums by values that are not those of all hits; nothing once a rebuild has seen every hit. */
export const findWrongValues = (engine: Pick<HitEngine, 'read'>): Promise<unknown[]> =>
  engine.read(`
    select site_id, dimension, day, key, sum(hits)::integer as hits, sum(unique_hits)::integer as unique_hits
    from (select * from hit_groups where dimension in (${[PROPERTIES.text, ...SUMMED_VALUES.map(({ dimension }) => dimension)].join(', ')})
      union all select site_id, dimension, day, key, -hits, -unique_hits from (${ROWS}))
    group by all having sum(hits) <> 0 or sum(unique_hits) <> 0 order by all limit 20`);
