-- Visitors by the first page of each UTC day that they were seen on, out of the hits with an id up to
-- `rollup_state.watermark`. The first page of a span is that of the first day in it: the one day in the span whose previous
-- day is not. Rows are additive, as other sums are.
create table entry_pages (
  site_id integer not null,
  day date not null,
  -- Since the last day before on which the visitor was seen; 0: none.
  days_since integer not null,
  -- The number of the page's path.
  page integer,
  visitors integer not null
);

-- The same with the last page of each day.
create table exit_pages (
  site_id integer not null,
  day date not null,
  -- Until the first day after on which the visitor was seen; 0: none.
  days_until integer not null,
  page integer,
  visitors integer not null
);

-- Visitors by the days on which they had one hit.
create table single_hits (
  site_id integer not null,
  day date not null,
  days_since integer not null,
  days_until integer not null,
  visitors integer not null
);

-- Paths of all sites by their numbers, which take less room than texts.
create table pages (page integer not null, path varchar not null);

-- Sites whose rows are to be worked out anew by the next rebuild; until then raw rows answer.
create table stale_pages (site_id integer not null);
insert into stale_pages select distinct site_id from hits where visitor_hash is not null;
