-- Funnels: steps that visitors of a site are to take one after another. Instants are milliseconds since 1970, UTC.
create table funnels (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  name text not null,
  -- loose or strict.
  step_order text not null,
  -- Null: no limit.
  within_minutes integer,
  -- JSON: a list of steps, each a name or null and the condition of a goal.
  steps text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index funnels_site on funnels (site_id);
