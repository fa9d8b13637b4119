-- How much of a visitor's place is kept: country, region or city.
alter table sites add column location_detail text not null default 'country' check (location_detail in ('country', 'region', 'city'));
