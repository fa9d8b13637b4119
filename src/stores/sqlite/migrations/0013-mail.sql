-- Mails that wait to be sent, and for 30 days those that were sent or given up. Instants are milliseconds since 1970, UTC.
create table mail_outbox (
  id integer primary key autoincrement,
  kind text not null,
  user_id integer not null references users (id) on delete cascade,
  -- Null for what is about no site.
  site_id integer references sites (id) on delete cascade,
  -- What is said, as JSON; empty once nothing more is to be sent.
  message text not null,
  status text not null check (status in ('waiting', 'sent', 'failed', 'unwanted')),
  attempts integer not null default 0,
  -- Null once nothing more is to be sent.
  next_attempt_at integer,
  last_error text,
  created_at integer not null,
  settled_at integer
) strict;
create index mail_outbox_due on mail_outbox (next_attempt_at) where status = 'waiting';
create index mail_outbox_settled on mail_outbox (settled_at) where settled_at is not null;
create index mail_outbox_site on mail_outbox (site_id) where site_id is not null;
create index mail_outbox_user on mail_outbox (user_id);

-- Kinds of mail that a user does not want.
create table mail_unsubscriptions (
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  created_at integer not null,
  primary key (user_id, kind)
) strict, without rowid;

-- Sites whose mails about content wait until an instant.
create table content_mail_pauses (
  site_id integer primary key references sites (id) on delete cascade,
  paused_until integer not null
) strict;
