-- Whether a site takes Webmentions.
alter table sites add column webmentions_enabled integer not null default 1;
