-- The status that an agent's request was answered with; null where it is not known, as for all rows before.
alter table agent_visits add column status_code integer;
