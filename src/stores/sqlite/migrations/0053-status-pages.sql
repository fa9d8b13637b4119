-- Status pages of sites and of groups of sites, what their owners write there, and who is mailed. Instants are milliseconds since
-- 1970, UTC.
create table status_pages (
  id integer primary key autoincrement,
  -- Whose account it belongs to.
  owner_id integer not null references users (id) on delete cascade,
  -- One of the two.
  site_id integer unique references sites (id) on delete cascade,
  group_id integer unique references site_groups (id) on delete cascade,
  -- Last part of its address.
  slug text not null unique,
  title text not null,
  description text not null,
  is_enabled integer not null,
  is_noindex integer not null,
  shows_impact integer not null,
  created_at integer not null,
  updated_at integer not null,
  check ((site_id is null) <> (group_id is null))
) strict;
create index status_pages_owner on status_pages (owner_id);

create table status_page_monitors (
  page_id integer not null references status_pages (id) on delete cascade,
  monitor_id integer not null references monitors (id) on delete cascade,
  -- What the page calls it.
  name text not null,
  shows_host integer not null,
  position integer not null,
  primary key (page_id, monitor_id)
) strict, without rowid;
create index status_page_monitors_monitor on status_page_monitors (monitor_id);

create table status_incidents (
  id integer primary key autoincrement,
  page_id integer not null references status_pages (id) on delete cascade,
  title text not null,
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  -- JSON, an array of ids: the monitors that it affects.
  monitor_ids text not null,
  started_at integer not null,
  -- Null while it is open.
  resolved_at integer,
  created_at integer not null,
  updated_at integer not null
) strict;
create index status_incidents_page on status_incidents (page_id, started_at);

-- Of an incident, or of a downtime that a monitor found.
create table status_notes (
  id integer primary key autoincrement,
  page_id integer not null references status_pages (id) on delete cascade,
  incident_id integer references status_incidents (id) on delete cascade,
  downtime_id integer references downtimes (id) on delete cascade,
  -- Status of the incident from then on.
  status text check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  text text not null,
  created_at integer not null,
  updated_at integer not null,
  check ((incident_id is null) <> (downtime_id is null))
) strict;
create index status_notes_page on status_notes (page_id);
create index status_notes_incident on status_notes (incident_id) where incident_id is not null;
create index status_notes_downtime on status_notes (downtime_id) where downtime_id is not null;

-- Addresses that have confirmed. Nothing is stored of those that have not.
create table status_subscribers (
  id integer primary key autoincrement,
  page_id integer not null references status_pages (id) on delete cascade,
  email text not null,
  language text not null,
  created_at integer not null,
  unique (page_id, email)
) strict;

-- Mails to subscribers, which are no users: the user of such a mail is the owner of the page.
alter table mail_outbox add column subscriber_id integer references status_subscribers (id) on delete cascade;
create index mail_outbox_subscriber on mail_outbox (subscriber_id) where subscriber_id is not null;
