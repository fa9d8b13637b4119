-- Changes of stored rows, which can be undone for a while. Instants are milliseconds since 1970, UTC.
create table changes (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  kind text not null,
  -- JSON of what was asked for.
  request text not null,
  status text not null,
  -- JSON of how much it changed.
  counts text not null,
  -- Under which the rows are held until it can no longer be undone.
  storage_id integer not null unique,
  created_at integer not null,
  -- Null: it cannot be undone.
  undo_until integer
) strict;
create index changes_site on changes (site_id);
