-- Sums over the table of hits, kept additive: the sum of the rows of a key is what all stored hits with an id up to
-- `rollup_state.watermark` amount to. Later hits are read raw; a removal writes the negated sums of what it takes.

-- Quarters of an hour: every zone's days begin on one. A day_visitor is the first hit of a day-scoped visitor's day.
create table hit_slots (
  site_id integer not null,
  slot timestamp not null,
  hits integer not null,
  unique_hits integer not null,
  day_visitors integer not null
);

-- One UTC day's hits by one dimension; the numbers of the dimensions are in rollups.ts.
create table hit_groups (
  site_id integer not null,
  dimension utinyint not null,
  day date not null,
  key varchar,
  hits integer not null,
  unique_hits integer not null
);

create table rollup_state (watermark bigint not null);
insert into rollup_state values (0);
