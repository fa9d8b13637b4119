alter table $rows add column if not exists browser_version LowCardinality(Nullable(String)) after platform_name;
alter table $rows add column if not exists platform_version LowCardinality(Nullable(String)) after browser_version;
alter table $rows add column if not exists region LowCardinality(Nullable(String)) after country;
alter table $rows add column if not exists city LowCardinality(Nullable(String)) after region;
alter table $rows add column if not exists language LowCardinality(Nullable(String)) after city;
alter table $rows add column if not exists screen LowCardinality(Nullable(String)) after language;
alter table $rows add projection if not exists by_detail (
  select site_id, kind, toDate(created_at), browser_version, platform_version, language, screen, count(),
    countIf(coalesce(is_unique, false))
  group by site_id, kind, toDate(created_at), browser_version, platform_version, language, screen);
-- In the background: until then, rows are read where there are no sums of theirs.
alter table $rows materialize projection by_detail settings mutations_sync = 0;
