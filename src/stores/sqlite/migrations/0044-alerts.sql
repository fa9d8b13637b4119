-- Alerts of sites, and when they fired. Instants are milliseconds since 1970, UTC.
create table alerts (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  kind text not null check (kind in ('spike', 'drop', 'silence', 'monitor', 'broken_link')),
  name text,
  -- JSON, an object: the thresholds that were set.
  thresholds text not null,
  -- JSON, an array of ids of notification channels; null for all of the account.
  channel_ids text,
  muted_until integer,
  -- What the server notes by itself.
  state text not null check (state in ('ok', 'firing', 'learning')),
  since integer not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index alerts_site on alerts (site_id);

create table alert_firings (
  id integer primary key autoincrement,
  alert_id integer not null references alerts (id) on delete cascade,
  started_at integer not null,
  ended_at integer,
  -- JSON: what was found.
  facts text not null,
  -- Whether people were told of it, so that they are told of its end.
  is_sent integer not null
) strict;
create index alert_firings_alert on alert_firings (alert_id, started_at);

-- When alerts were last checked, and the times in which the server was not running: hits of those were not counted.
create table alert_checks (id integer primary key check (id = 1), checked_at integer not null) strict;
create table alert_gaps (started_at integer primary key, ended_at integer not null) strict, without rowid;
