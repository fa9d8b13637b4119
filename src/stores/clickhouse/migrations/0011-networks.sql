-- The kind of network that a row came from; null for all rows before, and for the visits that are stored of them.
alter table $rows add column if not exists network LowCardinality(Nullable(String)) after city;
alter table $visits add column if not exists first_network LowCardinality(Nullable(String)) after first_city;
