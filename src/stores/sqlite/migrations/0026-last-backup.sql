-- The last backup that `footfall backup` has finished; one row at most. Instants are milliseconds since 1970, UTC.
create table last_backup (
  id integer primary key check (id = 1),
  finished_at integer not null
) strict;
