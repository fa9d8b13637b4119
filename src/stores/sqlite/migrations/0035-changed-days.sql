-- Days (UTC) of each site whose rows changed after they may have been exported: those of an import, or of its undo.
create table changed_days (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  first_day text not null,
  last_day text not null
) strict;
create index changed_days_of_site on changed_days (site_id);
