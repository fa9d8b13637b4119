-- Sites that wait for the owner of another account to take them, or to let them go. Instants are milliseconds since 1970, UTC.
create table site_transfers (
  id integer primary key autoincrement,
  site_id integer not null unique references sites (id) on delete cascade,
  from_id integer not null references users (id) on delete cascade,
  to_id integer not null references users (id) on delete cascade,
  -- The owner who has to accept it.
  awaited_id integer not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index site_transfers_to on site_transfers (to_id);
create index site_transfers_from on site_transfers (from_id);
