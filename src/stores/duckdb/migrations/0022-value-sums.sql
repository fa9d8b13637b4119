-- `hit_groups` gets sums by values that most hits lack or that are read from their url, such as the city and the campaign. Hits without
-- a value have no row there: they are the rest of the day's. The numbers of the dimensions are in values.ts.

-- Sites whose hits are not summed up by a dimension; raw rows answer for them.
create table unsummed_values (
  site_id integer not null,
  dimension varchar not null,
  -- How many hits the site had when its sums had too many rows; null: the next rebuild sums up.
  wide_at bigint
);

insert into unsummed_values
select site_id, unnest(['region', 'city', 'hostname', 'campaign', 'medium', 'term', 'content', 'channel']), null
from (select distinct site_id from hits);
