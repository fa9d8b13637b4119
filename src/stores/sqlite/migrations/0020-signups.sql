-- Accounts that agents have asked for on behalf of people. Instants are milliseconds since 1970, UTC.
create table agent_signups (
  id integer primary key autoincrement,
  -- The name that the agent knows it by.
  uid text not null unique,
  email text not null collate nocase,
  -- The agent's secret is in its hands alone.
  token_hash text not null,
  agent_name text,
  agent_client text,
  site_url text,
  intended_plan text check (intended_plan in ('zen', 'pro', 'ultra')),
  created_at integer not null,
  -- Of the links; a signup that nobody has activated by then is forgotten.
  expires_at integer not null,
  approved_at integer,
  user_id integer references users (id) on delete cascade,
  activated_at integer,
  trial_ends_at integer,
  -- The mail that the owner is still to get; what it says is made when it goes out.
  owed_mail text check (owed_mail in ('activation', 'approval', 'trial_reminder', 'trial_end')),
  owed_since integer,
  mail_attempts integer not null default 0,
  mail_tried_at integer,
  reminded_at integer,
  trial_end_told_at integer
) strict;
create index agent_signups_email on agent_signups (email);
create index agent_signups_expiry on agent_signups (expires_at);
create index agent_signups_user on agent_signups (user_id);
create index agent_signups_mail on agent_signups (owed_since) where owed_mail is not null;

-- Links with which an owner activates a signup: one for each time that one was mailed or shown.
create table agent_signup_links (
  token_hash text primary key,
  signup_id integer not null references agent_signups (id) on delete cascade,
  created_at integer not null
) strict, without rowid;
create index agent_signup_links_signup on agent_signup_links (signup_id);
