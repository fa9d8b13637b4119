-- Files whose rows or days were imported into a site.
create table imports (
  id integer primary key autoincrement,
  site_id integer not null,
  -- Under which the file of hits has what was imported.
  import_key text not null unique,
  format text not null,
  kind text not null check (kind in ('rows', 'days')),
  file_name text not null,
  options text not null,
  status text not null check (status in ('running', 'completed', 'failed', 'undoing', 'undone')),
  rows_read integer not null,
  rows_imported integer not null,
  rows_skipped integer not null,
  rows_bad integer not null,
  -- JSON: the first of them, by line.
  bad_rows text not null,
  -- JSON: rows that are not imported, by what they are.
  left_out text not null,
  -- First and last day, UTC.
  start_date text,
  end_date text,
  hits integer not null,
  error text,
  created_at integer not null,
  completed_at integer
) strict;
create index imports_of_site on imports (site_id);
