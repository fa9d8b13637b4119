-- The earliest day that was looked at: insights of earlier weeks are made afterwards, from the newest to the oldest.
alter table insight_turns add column first_date text;
