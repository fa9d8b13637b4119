-- Sums by `is_mobile`, of the hits that those by other columns have.
insert into hit_groups
select site_id, 6 as dimension, created_at::date as day, is_mobile::varchar as key,
  count(*) as hits, count(*) filter (where is_unique) as unique_hits
from hits where id <= (select watermark from rollup_state)
group by all order by site_id, day;
