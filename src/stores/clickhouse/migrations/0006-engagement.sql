-- A column that sums by day have keeps its type: they are dropped, and made again below.
alter table $rows drop projection if exists by_path settings mutations_sync = 2;
alter table $rows drop projection if exists by_origin settings mutations_sync = 2;
alter table $rows drop projection if exists by_client settings mutations_sync = 2;
alter table $rows drop projection if exists by_name settings mutations_sync = 2;
alter table $rows drop projection if exists by_detail settings mutations_sync = 2;
-- needs setting auto_statistics_types
alter table $rows modify setting auto_statistics_types = '';
-- needs setting auto_statistics_types
-- Statistics of a column that has another type now would fail every later change of its part.
alter table $rows clear statistics all;
alter table $rows modify column kind Enum8('hit' = 1, 'event' = 2, 'agent_visit' = 3, 'spam_hit' = 4, 'engagement' = 5);
-- needs setting auto_statistics_types
alter table $rows reset setting auto_statistics_types;
alter table $rows add column if not exists view Nullable(UInt64) after revenue_currency;
alter table $rows add column if not exists engaged_seconds Nullable(Int32) after view;
alter table $rows add column if not exists scroll_depth Nullable(Int32) after engaged_seconds;
alter table $rows add projection if not exists by_path (
  select site_id, kind, toDate(created_at), path, count(), countIf(coalesce(is_unique, false))
  group by site_id, kind, toDate(created_at), path);
alter table $rows add projection if not exists by_origin (
  select site_id, kind, toDate(created_at), referrer, source, count(), countIf(coalesce(is_unique, false))
  group by site_id, kind, toDate(created_at), referrer, source);
alter table $rows add projection if not exists by_client (
  select site_id, kind, toDate(created_at), country, browser_name, platform_name, is_mobile, count(),
    countIf(coalesce(is_unique, false))
  group by site_id, kind, toDate(created_at), country, browser_name, platform_name, is_mobile);
alter table $rows add projection if not exists by_name (
  select site_id, kind, toDate(created_at), event, agent_name, provider, category, count(), countIf(coalesce(is_unique, false))
  group by site_id, kind, toDate(created_at), event, agent_name, provider, category);
alter table $rows add projection if not exists by_detail (
  select site_id, kind, toDate(created_at), browser_version, platform_version, language, screen, count(),
    countIf(coalesce(is_unique, false))
  group by site_id, kind, toDate(created_at), browser_version, platform_version, language, screen);
-- In the background: until then, rows are read where there are no sums of theirs.
alter table $rows materialize projection by_path settings mutations_sync = 0;
alter table $rows materialize projection by_origin settings mutations_sync = 0;
alter table $rows materialize projection by_client settings mutations_sync = 0;
alter table $rows materialize projection by_name settings mutations_sync = 0;
alter table $rows materialize projection by_detail settings mutations_sync = 0;
