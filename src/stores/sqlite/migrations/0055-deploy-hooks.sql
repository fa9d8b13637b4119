-- Secret addresses by which deployments mark themselves. Instants are milliseconds since 1970, UTC.
create table deploy_hooks (
  site_id integer primary key references sites (id) on delete cascade,
  -- SHA-256 of the secret in the address.
  token_hash text not null unique,
  created_at integer not null,
  last_used_at integer
) strict;
