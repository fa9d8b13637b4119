-- Stable visitors of the hits above the watermark with an id up to `looked_up`, with their days in `visitors`; null: none.
-- They are kept in memory only: in a file the table is empty.
create table fresh_visitors (
  site_id integer not null,
  visitor_hash ubigint not null,
  first_day date,
  last_day date
);
alter table rollup_state add column looked_up bigint default 0;

-- How many rows of `visitors` may be out of order; the others are ordered by site and hash, so that few are looked up fast.
alter table rollup_state add column unordered_visitors bigint;
update rollup_state set unordered_visitors = (select count(*) from visitors);
