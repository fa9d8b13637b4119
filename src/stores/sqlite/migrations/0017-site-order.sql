-- In which order a user sees the sites of an account, and which of them on top. Ids as JSON; those of sites that are
-- gone may be among them, and mean nothing any more.
create table site_orders (
  user_id integer not null references users (id) on delete cascade,
  owner_id integer not null references users (id) on delete cascade,
  site_ids text not null,
  pinned_site_ids text not null,
  updated_at integer not null,
  primary key (user_id, owner_id)
) strict, without rowid;
