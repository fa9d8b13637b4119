-- Summaries of a site or a group that users have chosen to be mailed. Instants are milliseconds since 1970, UTC.
create table mail_reports (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  -- What it is about: one of the two.
  site_id integer references sites (id) on delete cascade,
  group_id integer references site_groups (id) on delete cascade,
  every text not null check (every in ('week', 'month')),
  created_at integer not null,
  last_sent_at integer,
  -- The last day of the period that was reported last, as YYYY-MM-DD.
  last_date text,
  check ((site_id is null) <> (group_id is null))
) strict;
create unique index mail_reports_of_site on mail_reports (user_id, site_id, every) where site_id is not null;
create unique index mail_reports_of_group on mail_reports (user_id, group_id, every) where group_id is not null;
create index mail_reports_site on mail_reports (site_id) where site_id is not null;
create index mail_reports_group on mail_reports (group_id) where group_id is not null;

-- A report that is stopped takes along what of it waits to be sent.
alter table mail_outbox add column report_id integer references mail_reports (id) on delete cascade;
create index mail_outbox_report on mail_outbox (report_id) where report_id is not null;
