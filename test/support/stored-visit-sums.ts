import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import {
  OWN,
  OWN_KEYS,
  SITE_HOST,
  VISIT_KEYS,
  visitKey,
  visitNumber,
} from '../../src/stores/duckdb/rollups/visit-dimensions.ts';

/** Values of visits, and of hits without one, each by one dimension at a time. */
const VALUES = [...VISIT_KEYS, 'referrer_host' as const]
  .map(
    dimension => `select site_id, visitor_hash, visit_id, ${visitNumber(dimension).text} as dimension, day,
      ${visitKey(dimension).text} as key, coalesce(visit_hits, 1) as hits, coalesce(visit_unique_hits, 0) as unique_hits
    from hits where visit_hits is not null or visitor_hash is null`,
  )
  .join(' union all ');

/** Values of the hits of visits themselves, less those of the visits: what is stored beside sums of these. */
const OWN_VALUES = OWN_KEYS.map(
  dimension => `
    select site_id, visitor_hash, ${OWN} + ${visitNumber(dimension).text} as dimension, day, key, count(*) as hits,
      count(*) filter (where is_unique) as unique_hits, 1 as visits, true as is_own
    from (select *, day, ${visitKey(dimension).text} as key from hits where visit_id is not null)
    group by site_id, visitor_hash, visit_id, day, key
    union all select site_id, visitor_hash, ${OWN} + ${visitNumber(dimension).text}, day, ${visitKey(dimension).text},
      -visit_hits, -visit_unique_hits, -1, false from hits where visit_hits is not null`,
).join(' union all ');

const WRONG_GROUPS = `
  select 'groups' as part, site_id, dimension, day, null as days_since, key, sum(hits)::integer as hits,
    sum(unique_hits)::integer as unique_hits, sum(visits)::integer as visits
  from (select site_id, dimension, day, key, hits, unique_hits, visits from visit_groups
    union all select site_id, dimension, day, key, -hits, -unique_hits, -(visit_id is not null)::integer from (${VALUES})
    union all select site_id, dimension, day, key, -hits, -unique_hits, -visits from (${OWN_VALUES}))
  group by all having sum(hits) <> 0 or sum(unique_hits) <> 0 or sum(visits) <> 0`;

/** Every visit of a visitor but the first with its value. */
const RETURNS = `
  select site_id, dimension, day, key, day - lag(day) over (partition by site_id, visitor_hash, dimension, key order by day) as days_since
  from (select site_id, visitor_hash, dimension, day, key from (${VALUES}) where visit_id is not null)`;

/** The same of hits' own values, less those of visits. */
const OWN_RETURNS = `
  select site_id, dimension, day, key, case when is_own then 1 else -1 end as visits, day - lag(day) over (
    partition by site_id, visitor_hash, dimension, key, is_own order by day) as days_since
  from (${OWN_VALUES})`;

/** Every visit but the first of visitors by a host or without a url, for those who have both, less those of either. */
const HOST_RETURNS = `
  with by_host as (select * from (${VALUES}) where visit_id is not null and dimension = ${visitNumber('hostname').text}),
  mixed as (select distinct site_id, visitor_hash, key as host from by_host
    where key is not null and (site_id, visitor_hash) in (select (site_id, visitor_hash) from by_host where key is null)),
  visits as (select site_id, visitor_hash, day, host as key, key is null as is_none
    from by_host join mixed using (site_id, visitor_hash) where key is null or key = host)
  select site_id, ${SITE_HOST} as dimension, day, key, 1 as visits,
    day - lag(day) over (partition by site_id, visitor_hash, key order by day) as days_since from visits
  union all select site_id, ${SITE_HOST}, day, key, -1,
    day - lag(day) over (partition by site_id, visitor_hash, key, is_none order by day) from visits`;

/** Every day but the first on which a visitor saw a page, and visits beyond one on a day. */
const PAGE_RETURNS = `
  select site_id, 0 as dimension, day, key, day - lag(day) over (partition by site_id, visitor_hash, key order by day) as days_since, 1 as visits
  from (select distinct site_id, visitor_hash, day, path as key from hits where visitor_is_stable)
  union all select site_id, 0, day, key, unnest([0, -1]), unnest([count(distinct visit_id) - marks, 1 - marks]) from (
    select *, path as key, count(*) filter (where is_unique) over (partition by site_id, visitor_hash, day, path) as marks
    from hits where visitor_hash is not null)
  group by site_id, visitor_hash, day, key, marks`;

const WRONG_RETURNS = `
  select 'returns', site_id, dimension, day, days_since, key, 0, 0, sum(visits)::integer
  from (select site_id, dimension, day, days_since, key, visits from returning_visits
    union all select site_id, dimension, day, days_since, key, -1 from (${RETURNS}) where days_since is not null
    union all select site_id, dimension, day, days_since, key, -visits from (${PAGE_RETURNS}) where days_since is not null
    union all select site_id, dimension, day, days_since, key, -visits from (${OWN_RETURNS}) where days_since is not null
    union all select site_id, dimension, day, days_since, key, -visits from (${HOST_RETURNS}) where days_since is not null)
  group by all having sum(visits) <> 0`;

/** Returns the stored sums of visits that are not those that all rows together give; nothing once a rebuild has seen every row. */
export const findWrongVisitSums = (engine: Pick<HitEngine, 'read'>): Promise<unknown[]> =>
  engine.read(`${WRONG_GROUPS} union all ${WRONG_RETURNS} order by all limit 20`);
