-- What changes that can be undone have replaced in a row: JSON, newest first.
alter table hits add column former_values varchar;
alter table events add column former_values varchar;
alter table agent_visits add column former_values varchar;
alter table spam_hits add column former_values varchar;
alter table engagements add column former_values varchar;
