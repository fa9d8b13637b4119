-- Goals: what visitors of a site are to do. Instants are milliseconds since 1970, UTC.
create table goals (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  name text not null,
  -- JSON of a condition: a path, an event with its value and properties, or a depth.
  condition text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index goals_site on goals (site_id);
