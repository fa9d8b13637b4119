-- The time zone in whose calendar imported days end before the site's first hit; null for days that all count, and for those of
-- before.
alter table imported_days add column clip_zone varchar;
alter table imported_spans add column clip_zone varchar;
