-- Context signals: what a site's owner knows about changes of its traffic. Instants are milliseconds since 1970, UTC.
create table signals (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  -- The sender's own key, one of each for a site.
  external_id text,
  occurred_at integer not null,
  title text not null,
  description text,
  category text not null,
  -- JSON, an object.
  metadata text,
  created_at integer not null,
  updated_at integer not null
) strict;
create unique index signals_external_id on signals (site_id, external_id) where external_id is not null;
create index signals_occurred_at on signals (site_id, occurred_at);
