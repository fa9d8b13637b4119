-- Stable visitors, those known by an id: the first and the last UTC day of each, out of the hits with an id up to
-- `rollup_state.watermark`. Visitors known for a day only are counted by the marks of their first hits.
create table visitors (
  site_id integer not null,
  visitor_hash ubigint not null,
  first_day date not null,
  last_day date not null
);

-- How many of them have the same first and last day.
create table visitor_spans (
  site_id integer not null,
  first_day date not null,
  last_day date not null,
  visitors integer not null
);

-- Sites whose visitors are to be worked out anew by the next rebuild; until then they are told apart row by row.
create table stale_visitors (site_id integer not null);
insert into stale_visitors select distinct site_id from hits where visitor_is_stable;
