-- Groups of sites: those of an account that its owner looks at together. Instants are milliseconds since 1970, UTC.
create table site_groups (
  id integer primary key autoincrement,
  owner_id integer not null references users (id) on delete cascade,
  name text not null,
  description text not null,
  icon text,
  accent_color text not null,
  pinned integer not null,
  default_chart_view text not null check (default_chart_view in ('separate', 'combined')),
  position integer not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index site_groups_owner on site_groups (owner_id, position);

create table site_group_members (
  group_id integer not null references site_groups (id) on delete cascade,
  site_id integer not null references sites (id) on delete cascade,
  position integer not null,
  primary key (group_id, site_id)
) strict, without rowid;
create index site_group_members_site on site_group_members (site_id);
