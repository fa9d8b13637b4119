-- The key of the import that added a kudo or a signal; null for those that were given here.
alter table kudos add column import_key text;
create index kudos_of_import on kudos (import_key) where import_key is not null;
alter table signals add column import_key text;
create index signals_of_import on signals (import_key) where import_key is not null;
