alter table $rows add column if not exists followed_import Nullable(Int32) after status_code;
