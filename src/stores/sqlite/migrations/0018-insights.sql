-- What was found in a site's numbers, one a day. Instants are milliseconds since 1970, UTC.
create table insights (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  -- The last day it is about, as YYYY-MM-DD in the zone of the site's owner.
  for_date text not null,
  window_start integer not null,
  window_end integer not null,
  summary text not null,
  traffic_patterns text not null,
  best_content text not null,
  recommendations text not null,
  -- Findings as they are shown: JSON.
  signals text not null,
  -- Whether a model wrote the texts.
  is_rephrased integer not null,
  generated_at integer not null
) strict;
create unique index insights_of_day on insights (site_id, for_date);
create index insights_dates on insights (for_date);

-- The last day that was looked at, also where there was too little for an insight.
create table insight_turns (
  site_id integer primary key references sites (id) on delete cascade,
  last_date text not null
) strict;

-- Kinds of mail that come only when they are asked for, by who asked.
create table mail_subscriptions (
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  created_at integer not null,
  primary key (user_id, kind)
) strict, without rowid;
