-- Addresses that are told of what happens on sites. Instants are milliseconds since 1970, UTC.
create table webhooks (
  id integer primary key autoincrement,
  owner_id integer not null references users (id) on delete cascade,
  -- Null: every site of the owner.
  site_id integer references sites (id) on delete cascade,
  url text not null,
  -- A JSON array of names.
  events text not null,
  platform text not null check (platform in ('generic', 'slack', 'discord')),
  wrap_content integer not null,
  active integer not null,
  disabled_reason text,
  -- In the clear, since it is needed to sign: whoever can read this file could read a key kept beside it just as well.
  secret text not null,
  -- Ids of the last hit and the last event that were turned into deliveries, or came in before anybody listened.
  hit_cursor integer not null,
  event_cursor integer not null,
  -- The first failure since the last success.
  failing_since integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index webhooks_owner on webhooks (owner_id);
create index webhooks_site on webhooks (site_id);

create table webhook_deliveries (
  id integer primary key autoincrement,
  webhook_id integer not null references webhooks (id) on delete cascade,
  -- Null only for a test of an account that has no site.
  site_id integer references sites (id) on delete cascade,
  event text not null,
  -- What the payload says of the event, as JSON; each attempt adds the rest.
  content text not null,
  occurred_at integer not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null,
  last_status_code integer,
  last_error text,
  next_attempt_at integer,
  created_at integer not null,
  delivered_at integer
) strict;
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where status = 'pending';
