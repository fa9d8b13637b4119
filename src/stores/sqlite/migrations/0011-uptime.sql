-- Uptime: one monitor for each site that ever had it switched on. Instants are milliseconds since 1970, UTC.
create table monitors (
  id integer primary key autoincrement,
  site_id integer not null unique references sites (id) on delete cascade,
  -- Since when its owner has switched it off.
  paused_at integer,
  -- What it remembers from check to check: JSON, read and written whole.
  state text not null,
  last_check_at integer,
  next_check_at integer not null,
  check_interval_s integer not null,
  last_status_code integer,
  last_error text,
  last_response_ms integer,
  -- The certificate and the domain as they were last seen, and what was told of them: JSON.
  certificate text,
  domain text,
  created_at integer not null,
  updated_at integer not null
) strict;

create table downtimes (
  id integer primary key autoincrement,
  monitor_id integer not null references monitors (id) on delete cascade,
  error text not null,
  started_at integer not null,
  ended_at integer,
  is_partial integer not null default 0
) strict;
create index downtimes_started on downtimes (monitor_id, started_at);
create unique index downtimes_open on downtimes (monitor_id) where ended_at is null;

-- Times without checks: they count neither as up nor as down.
create table watch_gaps (
  monitor_id integer not null references monitors (id) on delete cascade,
  started_at integer not null,
  ended_at integer not null,
  primary key (monitor_id, started_at)
) strict, without rowid;

-- Checks of an hour. What is written together, the present hour of all monitors, lies together.
create table check_hours (
  hour_at integer not null,
  monitor_id integer not null references monitors (id) on delete cascade,
  checks integer not null,
  failures integer not null,
  -- Of the checks that were answered, summed up.
  answers integer not null,
  response_ms integer not null,
  -- Each check by itself, for a week: six bytes each, see check-samples.ts.
  samples blob,
  primary key (hour_at, monitor_id)
) strict, without rowid;
create index check_hours_monitor on check_hours (monitor_id);
