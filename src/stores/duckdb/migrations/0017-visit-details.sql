-- What is known of a visit beside country and names; null for all rows before.
alter table hits add column browser_version varchar;
alter table hits add column platform_version varchar;
alter table hits add column region varchar;
alter table hits add column city varchar;
alter table hits add column language varchar;
alter table hits add column screen varchar;

alter table events add column browser_version varchar;
alter table events add column platform_version varchar;
alter table events add column region varchar;
alter table events add column city varchar;
alter table events add column language varchar;
alter table events add column screen varchar;

alter table spam_hits add column browser_version varchar;
alter table spam_hits add column platform_version varchar;
alter table spam_hits add column region varchar;
alter table spam_hits add column city varchar;
alter table spam_hits add column language varchar;
alter table spam_hits add column screen varchar;

-- Sums by day of the hits that those by country have: none of them has a value.
insert into hit_groups
select site_id, unnest([7, 8, 9, 10])::utinyint as dimension, day, null as key, sum(hits)::integer, sum(unique_hits)::integer
from hit_groups where dimension = 1 group by all order by site_id, dimension, day;

-- The next rebuild works out the sums of visits.
insert into stale_pages
select distinct site_id from hits where site_id not in (select site_id from stale_pages);
