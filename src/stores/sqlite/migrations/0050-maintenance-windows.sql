-- Times in which monitors of a site that fail are not down. Instants are milliseconds since 1970, UTC.
create table maintenance_windows (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  name text not null,
  -- Once or weekly: JSON.
  schedule text not null,
  -- JSON, an array of ids; null for all monitors of the site.
  monitor_ids text,
  created_at integer not null,
  updated_at integer not null
) strict;
create index maintenance_windows_site on maintenance_windows (site_id);
