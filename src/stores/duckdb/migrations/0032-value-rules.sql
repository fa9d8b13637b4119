-- Sources and addresses follow rules too, whose versions are added to that of paths. Files without rows have none of before.
update sum_state set path_rules = 6
where not exists (select 1 from hits) and not exists (select 1 from events) and not exists (select 1 from agent_visits)
  and not exists (select 1 from spam_hits) and not exists (select 1 from engagements) and not exists (select 1 from imported_days);
