-- Alerts on goals. The kinds are in a check, so the table is made anew. Instants are milliseconds since 1970, UTC.
create table alerts_on_goals (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  kind text not null check (kind in ('spike', 'drop', 'silence', 'goal', 'monitor', 'broken_link')),
  -- Of kind `goal`: whose conversions are watched.
  goal_id integer references goals (id) on delete cascade,
  name text,
  -- JSON, an object: the thresholds that were set.
  thresholds text not null,
  -- JSON, an array of ids of notification channels; null for all of the account.
  channel_ids text,
  muted_until integer,
  -- What the server notes by itself.
  state text not null check (state in ('ok', 'firing', 'learning')),
  since integer not null,
  created_at integer not null,
  updated_at integer not null,
  check ((kind = 'goal') = (goal_id is not null))
) strict;
insert into alerts_on_goals (id, site_id, kind, name, thresholds, channel_ids, muted_until, state, since, created_at, updated_at)
select id, site_id, kind, name, thresholds, channel_ids, muted_until, state, since, created_at, updated_at from alerts;
-- No id is given twice, also not one of an alert that is gone.
delete from sqlite_sequence where name = 'alerts_on_goals';
insert into sqlite_sequence select 'alerts_on_goals', seq from sqlite_sequence where name = 'alerts';
-- References of other tables are by name: they stay, since none is enforced while migrations run.
drop table alerts;
alter table alerts_on_goals rename to alerts;
create index alerts_site on alerts (site_id);
create index alerts_goal on alerts (goal_id) where goal_id is not null;
