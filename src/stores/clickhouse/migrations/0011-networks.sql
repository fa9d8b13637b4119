-- The kind of network that a row came from; null for all rows before.
alter table $rows add column if not exists network LowCardinality(Nullable(String)) after city;
