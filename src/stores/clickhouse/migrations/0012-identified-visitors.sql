-- False for anonymous visitors who are on several days of the site because its zone changed; null for all others.
alter table $rows add column if not exists visitor_is_identified Nullable(Bool) after visitor_is_stable;
