-- The date of a row in the zone of its site: visits, unique hits and sums are of one day. Rows from before are of UTC days until
-- the zone of their site is known.
alter table hits add column day date;
update hits set day = created_at::date;
alter table events add column day date;
update events set day = created_at::date;
alter table agent_visits add column day date;
update agent_visits set day = created_at::date;
alter table spam_hits add column day date;
update spam_hits set day = created_at::date;
alter table engagements add column day date;
update engagements set day = created_at::date;
alter table hit_slots add column day date;
update hit_slots set day = slot::date;

-- The zone whose midnights begin the days of a site's rows; UTC for all others. Marks of unique hits stay when a zone changes: they
-- are then those of other days.
create table site_zones (site_id integer not null, zone varchar not null, has_own_marks boolean not null);
