-- Content monitoring: what is known of a site's pages and links, and what is wrong with them. Instants are milliseconds since 1970, UTC.
alter table sites add column restrict_to_site integer not null default 0;

create table content_monitors (
  site_id integer primary key references sites (id) on delete cascade,
  -- Null while monitoring is off.
  next_crawl_at integer,
  -- Number of the crawl that is going on, or was the last.
  crawl integer not null default 0,
  -- Null between crawls.
  crawl_started_at integer,
  -- Time that the crawl has taken so far, without those in which the server was stopped.
  spent_ms integer not null default 0,
  last_check_at integer,
  -- Why the last crawl could not read the site, in words.
  last_error text
) strict;
create index content_monitors_due on content_monitors (next_crawl_at) where next_crawl_at is not null;
insert into content_monitors (site_id, next_crawl_at) select id, 0 from sites where content_monitoring = 1 and deleted_at is null;

-- Every address that a site's pages lead to, its own pages among them: the queue of the crawl that is going on, and what came of it.
create table content_links (
  site_id integer not null references content_monitors (site_id) on delete cascade,
  number integer not null,
  url text not null,
  kind text not null check (kind in ('page', 'link', 'sitemap')),
  -- JSON: numbers of the first pages it was found on.
  found_on text not null,
  found_count integer not null,
  -- Crawls in which it was found, asked for, and (a page) read to its end.
  seen_in integer not null,
  checked_in integer not null,
  read_in integer not null,
  checked_at integer,
  verdict text check (verdict in ('ok', 'broken', 'failing', 'unknown', 'skipped')),
  status_code integer,
  error_message text,
  -- First of the failures in a row.
  failing_since integer,
  primary key (site_id, number)
) strict, without rowid;

create table content_issues (
  id integer primary key autoincrement,
  site_id integer not null references content_monitors (site_id) on delete cascade,
  url text not null,
  issue_type text not null check (issue_type in ('broken_link', 'mixed_content')),
  status_code integer,
  error_message text,
  found_on text not null,
  found_count integer not null,
  seen_in integer not null,
  checked_at integer not null,
  created_at integer not null,
  reported_at integer,
  ignored_at integer,
  -- An ignored one that is fine at present: should it come back, it is still ignored.
  resolved_at integer,
  -- When somebody asked for it to be looked at again.
  recheck_at integer
) strict;
create unique index content_issues_url on content_issues (site_id, issue_type, url);
create index content_issues_recheck on content_issues (recheck_at) where recheck_at is not null;
