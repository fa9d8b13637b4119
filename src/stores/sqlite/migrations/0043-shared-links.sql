-- Links that show a part of a site to whoever has them. Instants are milliseconds since 1970, UTC.
create table shared_links (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  name text not null,
  -- SHA-256 of the link's token in hexadecimal digits.
  token_hash text not null unique,
  -- JSON, a list: the sections that it shows.
  sections text not null,
  -- What it shows is never more than this: a segment that a link needs is not deleted.
  segment_id integer references segments (id),
  -- Argon2id; null for a link without a password.
  password_hash text,
  expires_at integer,
  opened_count integer not null default 0,
  last_opened_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index shared_links_site on shared_links (site_id);
create index shared_links_segment on shared_links (segment_id) where segment_id is not null;
