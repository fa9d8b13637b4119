-- What changes that can be undone have replaced in a row: JSON, newest first.
alter table $rows add column if not exists former_values Nullable(String);
