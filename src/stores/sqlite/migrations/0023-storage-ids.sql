-- The number under which a site's hits are stored. It is drawn at random and never given twice, unlike the site's id, which
-- a configuration that lost its last changes would give again. Sites that were there before keep the one they have.
alter table sites add column storage_id integer not null default 0;
update sites set storage_id = id;
create unique index sites_storage_id on sites (storage_id);
