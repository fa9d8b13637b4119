-- Several monitors a site: `monitors` has one of its home page, as before, and further ones. What people set of those is in a table of
-- its own, since `monitors` is what the server writes by itself. Instants are milliseconds since 1970, UTC.
create table monitors_of_sites (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  -- Of the site's own address, which is switched on with the site's uptime monitoring.
  is_home integer not null default 1,
  -- Since when its owner has switched it off.
  paused_at integer,
  -- What it remembers from check to check: JSON, read and written whole.
  state text not null,
  last_check_at integer,
  next_check_at integer not null,
  check_interval_s integer not null,
  last_status_code integer,
  last_error text,
  last_error_code text,
  last_response_ms integer,
  -- The certificate and the domain as they were last seen, and what was told of them: JSON.
  certificate text,
  domain text,
  created_at integer not null,
  updated_at integer not null
) strict;
insert into monitors_of_sites (id, site_id, paused_at, state, last_check_at, next_check_at, check_interval_s, last_status_code,
  last_error, last_error_code, last_response_ms, certificate, domain, created_at, updated_at)
select id, site_id, paused_at, state, last_check_at, next_check_at, check_interval_s, last_status_code,
  last_error, last_error_code, last_response_ms, certificate, domain, created_at, updated_at
from monitors;
-- No id is given twice, also not one of a monitor that is gone.
delete from sqlite_sequence where name = 'monitors_of_sites';
insert into sqlite_sequence select 'monitors_of_sites', seq from sqlite_sequence where name = 'monitors';
-- References of other tables are by name: they stay, since none is enforced while migrations run.
drop table monitors;
alter table monitors_of_sites rename to monitors;
create index monitors_site on monitors (site_id);
create unique index monitors_home on monitors (site_id) where is_home = 1;

create table monitor_targets (
  monitor_id integer primary key references monitors (id) on delete cascade,
  name text not null,
  kind text not null,
  -- Address, request and what is expected, by kind: JSON.
  settings text not null,
  -- SHA-256 of the secret in the address of a heartbeat.
  heartbeat_hash text unique
) strict;
