-- The days of each site that were exported to the operator's folder or bucket: all from the first to the last (UTC).
create table exported_days (
  site_id integer primary key references sites (id) on delete cascade,
  first_day text not null,
  last_day text not null
) strict;

-- The day of the last backup that went there; one row at most.
create table exported_backup (
  id integer primary key check (id = 1),
  day text not null
) strict;
