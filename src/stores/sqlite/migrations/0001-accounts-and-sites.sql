-- Accounts, keys, teams, sessions, sites. Instants are milliseconds since 1970, UTC.
create table users (
  id integer primary key autoincrement,
  email text not null collate nocase unique,
  name text not null,
  plan text not null check (plan in ('none', 'zen', 'pro', 'ultra')),
  trial_ends_at integer,
  time_zone text not null,
  week_start text not null check (week_start in ('monday', 'sunday')),
  password_hash text not null,
  created_at integer not null,
  updated_at integer not null
) strict;

create table memberships (
  owner_id integer not null references users (id) on delete cascade,
  member_id integer not null references users (id) on delete cascade,
  role text not null check (role in ('admin', 'viewer')),
  created_at integer not null,
  primary key (owner_id, member_id)
) strict, without rowid;
create index memberships_member on memberships (member_id);

-- A key is `ff-<kind>-<lookup><secret>`: found by its lookup part, compared by the salted hash of the whole.
create table api_keys (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  name text not null,
  access text not null check (access in ('full_access', 'read_only')),
  lookup text not null unique,
  salt text not null,
  hash text not null,
  last_used_at integer,
  revoked_at integer,
  created_at integer not null
) strict;
create index api_keys_user on api_keys (user_id);

-- Requests of a key in its current hour, so that a restart forgets nothing.
create table rate_windows (
  key_id integer primary key references api_keys (id) on delete cascade,
  started_at integer not null,
  used integer not null
) strict;

create table sessions (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  token_hash text not null unique,
  user_agent text,
  created_at integer not null,
  last_seen_at integer not null,
  expires_at integer not null
) strict;
create index sessions_user on sessions (user_id);

create table sites (
  id integer primary key autoincrement,
  uid text not null unique,
  owner_id integer not null references users (id) on delete cascade,
  url text not null,
  label text not null,
  display_root_path text,
  active integer not null default 1,
  is_public integer not null default 0,
  allow_from_any_domain integer not null default 0,
  uptime_enabled integer not null default 0,
  content_monitoring integer not null default 0,
  content_monitoring_emails integer not null default 0,
  track_uniques integer not null default 1,
  honour_gpc integer not null default 1,
  honour_dnt integer not null default 0,
  insights_enabled integer not null default 1,
  spam_filter text not null default 'basic' check (spam_filter in ('off', 'basic', 'strict')),
  ignore_rules text not null default '{}',
  retention_days integer,
  deleted_at integer,
  purged_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index sites_owner on sites (owner_id) where deleted_at is null;

-- Keys of the keyed hashes: without them a copied hits file says nothing about visitors.
create table secrets (
  name text primary key,
  value text not null
) strict, without rowid;
