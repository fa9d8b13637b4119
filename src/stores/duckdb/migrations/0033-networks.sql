-- The kind of network that a row came from; null for all rows before, which then have no sums of it: hits without a value have none.
alter table hits add column network varchar;
alter table events add column network varchar;
alter table spam_hits add column network varchar;

-- Sums of visits have rows without a value, too: the next rebuild works them out.
insert into stale_sums select distinct site_id, null::date from hits
where site_id not in (select site_id from stale_sums where day is null);
