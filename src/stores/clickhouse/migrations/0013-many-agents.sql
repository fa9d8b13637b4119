-- True where the address of a row had had many user agents that day; null for all others, and for all rows before.
alter table $rows add column if not exists many_agents Nullable(Bool) after network;
