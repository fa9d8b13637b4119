-- True where the address of a row had had many user agents that day; null for all others, and for all rows before.
alter table hits add column many_agents boolean;
alter table events add column many_agents boolean;
alter table spam_hits add column many_agents boolean;
