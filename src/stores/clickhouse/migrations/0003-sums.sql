-- A row that was deleted lightly would be in sums again after an update of its part.
alter table $rows apply deleted mask;
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
-- In the background: until then, rows are read where there are no sums of theirs.
alter table $rows materialize projection by_path settings mutations_sync = 0;
alter table $rows materialize projection by_origin settings mutations_sync = 0;
alter table $rows materialize projection by_client settings mutations_sync = 0;
alter table $rows materialize projection by_name settings mutations_sync = 0;
