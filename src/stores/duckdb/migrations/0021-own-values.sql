-- Sums of visits get differences, under the number of a dimension and 128: added to the rows of visits by the value that a visit
-- began with, they are hits, visits and returning visits by the values of the hits themselves. The next rebuild works them out.
insert into stale_pages
select distinct site_id from hits where site_id not in (select site_id from stale_pages);
