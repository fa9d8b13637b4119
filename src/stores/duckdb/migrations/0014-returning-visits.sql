-- Visits with hits, and hits without a visit, by UTC day and a value of the visit: hits up to `rollup_state.watermark`. The
-- numbers of the dimensions are in visit-dimensions.ts.
create table visit_groups (
  site_id integer not null,
  dimension utinyint not null,
  day date not null,
  key varchar,
  hits integer not null,
  unique_hits integer not null,
  visits integer not null
);

-- Of those visits the ones whose visitor had an earlier visit with the same value, by the days since the last of those; 0: on
-- the same day. Of paths there are visitors by day, one for each unique hit, and on the same day the visits beyond those.
-- A visitor is counted once in a span by leaving out the visits since which a day of it has passed. Rows are additive.
create table returning_visits (
  site_id integer not null,
  dimension utinyint not null,
  day date not null,
  days_since integer not null,
  key varchar,
  visits integer not null
);

-- The last event that the visits above have.
alter table rollup_state add column event_watermark bigint default 0;

-- The next rebuild works them out.
insert into stale_pages
select distinct site_id from hits where site_id not in (select site_id from stale_pages);
