-- Imports whose rows are stored: written together with the rows, so that an import is there as a whole or not at all.
create table imports (
  import_key varchar not null,
  site_id integer not null,
  -- First and last id by kind, as JSON: {"hit": [1, 100]}. An import has consecutive ids.
  ids varchar not null,
  report varchar not null
);
