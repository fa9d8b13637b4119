-- Segments: named sets of filters for the reports of a site. Instants are milliseconds since 1970, UTC.
create table segments (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  -- Whose alone it is; null for one of everybody who reads the site.
  user_id integer references users (id) on delete cascade,
  name text not null,
  -- JSON, an object: the values of each filter by the name of its parameter, null for rows without one.
  filters text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index segments_site on segments (site_id);
