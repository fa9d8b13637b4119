-- Invitations into an account's team that nobody has taken up yet. Instants are milliseconds since 1970, UTC.
create table team_invitations (
  id integer primary key autoincrement,
  owner_id integer not null references users (id) on delete cascade,
  email text not null collate nocase,
  role text not null check (role in ('admin', 'viewer')),
  -- The token itself is in the invited person's hands alone.
  token_hash text not null unique,
  created_at integer not null,
  expires_at integer not null,
  unique (owner_id, email)
) strict;
create index team_invitations_expiry on team_invitations (expires_at);
