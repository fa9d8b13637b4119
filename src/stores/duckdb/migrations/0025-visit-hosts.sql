-- Sums of visits get those by hostname. The next rebuild works them out.
insert into stale_pages
select distinct site_id from hits where site_id not in (select site_id from stale_pages);
