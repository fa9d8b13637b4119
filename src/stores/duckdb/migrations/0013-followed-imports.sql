-- The import of a followed log that a row came with; null for all other rows, and for those of before.
alter table hits add column followed_import integer;
alter table agent_visits add column followed_import integer;
