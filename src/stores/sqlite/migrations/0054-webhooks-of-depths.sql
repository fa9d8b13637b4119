-- Webhooks read reports of engagement too, for goals on scroll depths: only those from now on.
alter table webhooks add column engagement_cursor integer not null default 0;
update webhooks set engagement_cursor = coalesce((select last_id from store_hit_ids where kind = 'engagement'), 0);
