-- Monitors of the pages that most visitors read, which the server adds and removes by itself. Instants are milliseconds since 1970, UTC.
create table watched_pages (
  site_id integer primary key references sites (id) on delete cascade,
  -- How many of the most visited pages; 0 is off.
  count integer not null,
  -- Patterns of paths: JSON, an array.
  excluded_paths text not null,
  -- Written by the server: when it chooses them again, when it last did, and which it left out (JSON).
  renew_at integer not null,
  renewed_at integer,
  left_out text not null
) strict;

-- The monitors among `monitors` that were added so; those that people add are in `monitor_targets`.
create table page_monitors (
  monitor_id integer primary key references monitors (id) on delete cascade,
  path text not null,
  -- When the page was last among the most visited ones.
  last_top_at integer not null
) strict;
