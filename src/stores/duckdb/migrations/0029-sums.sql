-- All sums of rows by day are in one table, as the list in aggregates/table.ts has them. The next rebuild works them out of all rows;
-- until then rows answer.
create table sums (
  site_id integer not null,
  -- Numbers of the list.
  aggregate utinyint not null,
  dimension utinyint not null,
  day date not null,
  -- What it is depends on the aggregate: the days since the visitor came before, a time of the day, or a value.
  since integer,
  key varchar,
  hits integer not null,
  unique_hits integer not null,
  visits integer not null
);

-- Keys of which a site may have too many values: whether it has, and how many hits it had when that was decided. Of those without a
-- decision the next rebuild makes the sums.
create table sum_widths (
  site_id integer not null,
  key varchar not null,
  is_wide boolean,
  decided_at bigint
);

-- Sites (days null) and days whose sums are out of date because rows were removed.
create table stale_sums (site_id integer not null, day date);

create table sum_state as
select 0::bigint as watermark, 0::bigint as event_watermark, 0::bigint as engagement_watermark, 0::bigint as looked_up,
  0::bigint as unordered_visitors, channel_rules
from rollup_state;

delete from visitors;
delete from fresh_visitors;

drop table rollup_state;
drop table hit_slots;
drop table hit_groups;
drop table unsummed_values;
drop table summed_properties;
drop table visitor_spans;
drop table stale_visitors;
drop table entry_pages;
drop table exit_pages;
drop table single_hits;
drop table pages;
drop table stale_pages;
drop table visit_groups;
drop table returning_visits;
drop table visit_pages;
drop table visit_page_sites;
drop table page_engagements;
drop table stale_engagements;
