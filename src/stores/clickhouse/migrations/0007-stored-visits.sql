-- Sums by which a day's visits are known to be of its rows as they are.
alter table $rows add projection if not exists by_day (
  select site_id, kind, toDate(created_at), count(), sum(cityHash64(kind, id, created_at, coalesce(is_unique, false)))
  group by site_id, kind, toDate(created_at));
alter table $rows materialize projection by_day settings mutations_sync = 0;
create table if not exists $visits (
  site_id UInt32,
  day Date,
  build UInt64,
  visitor UInt64,
  visit_id UInt64,
  visit_hits UInt32,
  visit_events UInt32,
  visit_duration_ms UInt32,
  unique_hits UInt32,
  first_referrer Nullable(String),
  first_url Nullable(String),
  first_country LowCardinality(Nullable(String)),
  first_region LowCardinality(Nullable(String)),
  first_city LowCardinality(Nullable(String)),
  first_language LowCardinality(Nullable(String)),
  first_screen LowCardinality(Nullable(String)),
  first_browser_name LowCardinality(Nullable(String)),
  first_platform_name LowCardinality(Nullable(String)),
  first_browser_version LowCardinality(Nullable(String)),
  first_platform_version LowCardinality(Nullable(String)),
  first_is_mobile Nullable(Bool),
  first_source LowCardinality(Nullable(String)),
  visit_entry_page Nullable(String),
  visit_exit_page Nullable(String),
  visit_sent Array(String),
  hit_id Array(UInt64) codec(Delta, ZSTD(1)),
  hit_created_at Array(DateTime64(3, 'UTC')) codec(Delta, ZSTD(1)),
  hit_is_unique Array(Bool) codec(ZSTD(1)),
  hit_path Array(Nullable(String)) codec(ZSTD(1)),
  hit_referrer Array(Nullable(String)) codec(ZSTD(1)),
  hit_country Array(LowCardinality(Nullable(String))) codec(ZSTD(1)),
  hit_browser_name Array(LowCardinality(Nullable(String))) codec(ZSTD(1))
) engine = $engine
partition by toYYYYMM(day)
order by (site_id, day, build, visitor, visit_id);
-- The builds of visits that are whole, each with the sum of the rows that it is of.
create table if not exists $visit_days (
  site_id UInt32,
  day Date,
  checksum UInt64,
  build UInt64
) engine = $record_engine
order by (site_id, day);
