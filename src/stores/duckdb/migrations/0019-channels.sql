-- The channel of a row by the rules that the number of the row says, worked out in rebuilds; null before.
alter table hits add column channel utinyint;
alter table events add column channel utinyint;

-- The rules that sums of visits by channel are by.
alter table rollup_state add column channel_rules integer default 0;
