alter table $rows add column if not exists properties Nullable(String) after reason;
alter table $rows add column if not exists revenue_amount Nullable(Int64) after properties;
alter table $rows add column if not exists revenue_currency LowCardinality(Nullable(String)) after revenue_amount;
