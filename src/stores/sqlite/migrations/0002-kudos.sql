-- Kudos, and how many there are: a page asks for its count at every view.
create table kudos (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  -- One that can be given only once has a uid made of its giver, path and day: the same kudo again is the same row.
  uid text not null,
  path text not null,
  created_at integer not null,
  unique (site_id, uid)
) strict;
create index kudos_newest on kudos (site_id, created_at);
create index kudos_path on kudos (site_id, path, created_at);

-- A page's count; under the empty path, which no page has, the whole site's.
create table kudo_counts (
  site_id integer not null references sites (id) on delete cascade,
  path text not null,
  count integer not null,
  primary key (site_id, path)
) strict, without rowid;
