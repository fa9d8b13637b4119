-- What a user chooses for the dashboard, what a key may be known by, and links to a new password.
alter table users add column theme text not null default 'system' check (theme in ('system', 'light', 'dark'));

-- Last signs of a key; null for keys made before.
alter table api_keys add column ends_with text;

-- Links that let their reader choose a new password, by the hash of what they carry. Instants are milliseconds since 1970, UTC.
create table password_resets (
  token_hash text primary key,
  user_id integer not null references users (id) on delete cascade,
  expires_at integer not null
) strict, without rowid;
create index password_resets_user on password_resets (user_id);
create index password_resets_expiry on password_resets (expires_at);
