-- By which rules paths are spelled: 0 before there were any. Rows of before get their spelling in the background.
alter table sum_state add column path_rules integer default 0;
update sum_state set path_rules = 1
where not exists (select 1 from hits) and not exists (select 1 from events) and not exists (select 1 from agent_visits)
  and not exists (select 1 from spam_hits) and not exists (select 1 from engagements) and not exists (select 1 from imported_days);
