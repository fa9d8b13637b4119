-- Properties as one text of JSON, and what an event brought in; null for all rows of before.
alter table hits add column properties varchar;
alter table events add column properties varchar;
alter table events add column revenue_amount bigint;
alter table events add column revenue_currency varchar;
alter table spam_hits add column properties varchar;
