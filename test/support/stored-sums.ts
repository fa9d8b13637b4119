/** Works out all sums of rows by day from all rows at once, in the plainest way, to compare them with those that are stored. */
import { hitKey, visitKey } from '../../src/stores/duckdb/aggregates/keys.ts';
import {
  AGGREGATES,
  type AggregateName,
  COLUMN_KEYS,
  numberOf,
  OWN_KEYS,
  type SumKey,
  VALUE_KEYS,
  VISIT_KEYS,
} from '../../src/stores/duckdb/aggregates/table.ts';
import type { HitEngine } from '../../src/stores/duckdb/engine-types.ts';
import { type Sql, toStatement } from '../../src/stores/duckdb/sql/sql.ts';

const of = (name: AggregateName, key: SumKey = 'none'): string =>
  `${AGGREGATES[name].number} as aggregate, ${numberOf(key)} as dimension`;
const textOf = (expression: Sql): string => toStatement(expression).text;
const unionAll = (selects: readonly string[]): string => selects.join(' union all ');

const SLOTS = `select site_id, ${of('slots')}, day, (epoch_ms(created_at) // 900000)::integer as since, null as key,
  1 as hits, is_unique::integer as unique_hits, 0 as visits from hits`;

const hitsBy = (key: SumKey, condition = 'true'): string => `
  select site_id, ${of('hits', key)}, day, null as since, ${textOf(hitKey(key))} as key, 1 as hits, is_unique::integer as unique_hits,
    0 as visits from hits where ${condition}`;
/** Values of the hits of sites that are summed up by them. */
const VALUES = VALUE_KEYS.map(key =>
  hitsBy(
    key,
    `${textOf(hitKey(key))} is not null and site_id not in (select site_id from sum_widths where key = '${key}')`,
  ),
);
/** Values of properties that are summed up, one name at a time. */
const PROPERTIES = `
  select site_id, ${of('hits', 'property')}, day, null, name || '=' || json_extract_string(properties, '$."' || name || '"'), 1,
    is_unique::integer, 0
  from hits join (
    select site_id, substr(key, 10) as name from sum_widths where starts_with(key, 'property:') and is_wide = false) using (site_id)
  where json_exists(properties, '$."' || name || '"')`;

/** Values of visits, and of hits without one, by one key at a time; a visit counts for each of its pages. */
const VISITED = unionAll([
  ...VISIT_KEYS.flat().map(
    key => `select site_id, visitor_hash, visit_id, ${of('visits', key)}, day, ${textOf(visitKey(key))} as key,
      coalesce(visit_hits, 1) as hits, coalesce(visit_unique_hits, 0) as unique_hits
    from hits where visit_hits is not null or visitor_hash is null`,
  ),
  `select distinct site_id, visitor_hash, visit_id, ${of('visits', 'path')}, day, path, 0, 0 from hits where visit_id is not null`,
]);
const VISITS = `select site_id, aggregate, dimension, day, null, key, hits, unique_hits, (visit_id is not null)::integer from (${VISITED})`;

/** Values of the hits of visits themselves, less those of the visits: what is stored beside sums of these. */
const OWNED = unionAll(
  OWN_KEYS.map(
    key => `
    select site_id, visitor_hash, ${of('own', key)}, day, key, count(*) as hits, count(*) filter (where is_unique) as unique_hits,
      1 as visits, true as is_own
    from (select *, ${textOf(visitKey(key))} as key from hits where visit_id is not null)
    group by site_id, visitor_hash, visit_id, day, key
    union all select site_id, visitor_hash, ${of('own', key)}, day, ${textOf(visitKey(key))}, -visit_hits, -visit_unique_hits, -1, false
    from hits where visit_hits is not null`,
  ),
);
const OWN = `select site_id, aggregate, dimension, day, null, key, hits, unique_hits, visits from (${OWNED})`;

/** Visits at a host or without a url of visitors who have both, and those of either. */
const HOSTS = `
  with by_host as (
    select site_id, visitor_hash, day, key from (${VISITED}) where visit_id is not null and dimension = ${numberOf('hostname')}),
  mixed as (select distinct site_id, visitor_hash, key as host from by_host
    where key is not null and (site_id, visitor_hash) in (select (site_id, visitor_hash) from by_host where key is null)),
  of_either as (select site_id, visitor_hash, day, host as key, key is null as is_none
    from by_host join mixed using (site_id, visitor_hash) where key is null or key = host)
  select site_id, visitor_hash, ${of('hosts', 'hostname')}, day, key, 1 as visits, 2 as part from of_either
  union all select site_id, visitor_hash, ${of('hosts', 'hostname')}, day, key, -1, is_none::integer from of_either`;

/** Visits whose visitor had an earlier one with the same value, by the days since. */
const RETURNS = `
  select site_id, aggregate, dimension, day, since, key, 0, 0, visits from (
    select *, day - lag(day) over (partition by site_id, visitor_hash, aggregate, dimension, key, part order by day) as since from (
      select site_id, visitor_hash, aggregate, dimension, day, key, 1 as visits, 0 as part from (${VISITED}) where visit_id is not null
      union all select site_id, visitor_hash, aggregate, dimension, day, key, if(is_own, 1, -1), is_own::integer from (${OWNED})
      union all from (${HOSTS})))
  where since is not null`;

/** Days of visitors. */
const DAYS = `
  select site_id, day, coalesce(day - lag(day) over visitor, 0) as since, coalesce(lead(day) over visitor - day, 0) as until, entry, exit, hits
  from (
    select site_id, visitor_hash, day, count(*) as hits,
      arg_min_null(path, (created_at, id)) as entry, arg_max_null(path, (created_at, id)) as exit
    from hits where visitor_hash is not null group by all)
  window visitor as (partition by site_id, visitor_hash order by day)`;
const ENDS = unionAll([
  `select site_id, ${of('entries', 'entry_page')}, day, since, entry as key, 0 as hits, 0 as unique_hits, 1 as visits from (${DAYS})`,
  `select site_id, ${of('exits', 'exit_page')}, day, until, exit, 0, 0, 1 from (${DAYS})`,
  `select site_id, ${of('singles')}, day, since, until::varchar, 0, 0, 1 from (${DAYS}) where hits = 1`,
]);

/** Views by their largest totals, each report counted from the first hit of its visitor, path and day on. */
const VIEWS = `
  select reports.site_id, reports.day, reports.path, max(engaged_seconds) as seconds, max(scroll_depth) as depth
  from engagements reports
  where exists (select 1 from hits where hits.site_id = reports.site_id and hits.visitor_hash = reports.visitor_hash
    and hits.path = reports.path and hits.day = reports.day and hits.created_at <= reports.created_at
    and engaged_seconds * 1000 <= epoch_ms(reports.created_at) - epoch_ms(hits.created_at) + 5000)
  group by reports.site_id, reports.visitor_hash, reports.path, reports.day, reports.view`;
const READING = unionAll(
  (
    [
      ['seconds', 'seconds'],
      ['depths', 'depth'],
    ] as const
  ).flatMap(([name, value]) => [
    `select site_id, ${of(name, 'path')}, day, ${value}, path, 1, 0, 0 from (${VIEWS}) where ${value} is not null`,
    `select site_id, ${of(name)}, day, ${value}, null, 1, 0, 0 from (${VIEWS}) where ${value} is not null`,
  ]),
);

const EXPECTED = unionAll(
  [
    SLOTS,
    ...COLUMN_KEYS.map(key => hitsBy(key)),
    ...VALUES,
    PROPERTIES,
    VISITS,
    OWN,
    RETURNS,
    ENDS,
    READING,
  ].map(select => `from (${select})`),
);

/** Returns the stored sums that are not those that all rows together give; nothing once a rebuild has seen every row. */
export const findWrongSums = (engine: Pick<HitEngine, 'read'>): Promise<unknown[]> =>
  engine.read(`
    select site_id, aggregate, dimension, day, since, key, sum(hits)::integer as hits, sum(unique_hits)::integer as unique_hits,
      sum(visits)::integer as visits
    from (
      select * from sums where aggregate <> ${AGGREGATES.engaged.number} union all
      select site_id, aggregate, dimension, day, since, key, -hits, -unique_hits, -visits from (${EXPECTED}))
    group by all having sum(hits) <> 0 or sum(unique_hits) <> 0 or sum(visits) <> 0 order by all limit 20`);
