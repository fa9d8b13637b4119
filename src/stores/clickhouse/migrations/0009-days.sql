-- The day of the site that a row is of: the server writes it, by the zone that the site has. Earlier rows are of UTC days.
alter table $rows add column if not exists day Date default toDate(created_at) after created_at;
alter table $rows add index if not exists days day type minmax granularity 1;
alter table $rows drop projection if exists by_path settings mutations_sync = 2;
alter table $rows drop projection if exists by_origin settings mutations_sync = 2;
alter table $rows drop projection if exists by_client settings mutations_sync = 2;
alter table $rows drop projection if exists by_name settings mutations_sync = 2;
alter table $rows drop projection if exists by_detail settings mutations_sync = 2;
alter table $rows drop projection if exists by_day settings mutations_sync = 2;
alter table $rows add projection if not exists by_path (
  select site_id, kind, day, path, count(), countIf(coalesce(is_unique, false))
  group by site_id, kind, day, path);
alter table $rows add projection if not exists by_origin (
  select site_id, kind, day, referrer, source, count(), countIf(coalesce(is_unique, false))
  group by site_id, kind, day, referrer, source);
alter table $rows add projection if not exists by_client (
  select site_id, kind, day, country, browser_name, platform_name, is_mobile, count(), countIf(coalesce(is_unique, false))
  group by site_id, kind, day, country, browser_name, platform_name, is_mobile);
alter table $rows add projection if not exists by_name (
  select site_id, kind, day, event, agent_name, provider, category, count(), countIf(coalesce(is_unique, false))
  group by site_id, kind, day, event, agent_name, provider, category);
alter table $rows add projection if not exists by_detail (
  select site_id, kind, day, browser_version, platform_version, language, screen, count(), countIf(coalesce(is_unique, false))
  group by site_id, kind, day, browser_version, platform_version, language, screen);
alter table $rows add projection if not exists by_day (
  select site_id, kind, day, count(), sum(cityHash64(kind, id, created_at, coalesce(is_unique, false)))
  group by site_id, kind, day);
-- In the background: until then, rows are read where there are no sums of theirs.
alter table $rows materialize column day settings mutations_sync = 0;
alter table $rows materialize index days settings mutations_sync = 0;
alter table $rows materialize projection by_path settings mutations_sync = 0;
alter table $rows materialize projection by_origin settings mutations_sync = 0;
alter table $rows materialize projection by_client settings mutations_sync = 0;
alter table $rows materialize projection by_name settings mutations_sync = 0;
alter table $rows materialize projection by_detail settings mutations_sync = 0;
alter table $rows materialize projection by_day settings mutations_sync = 0;
-- The zones that rows have their days by: the newest record of a site counts. Others have days of UTC.
create table if not exists $site_zones (
  site_id UInt32,
  zone String,
  is_stored Bool,
  noted_at DateTime64(6, 'UTC') default now64(6)
) engine = $record_engine
order by (site_id, noted_at);
