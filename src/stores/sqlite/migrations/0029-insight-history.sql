-- The earliest day that was analyzed: insights of earlier weeks are generated later, from the newest to the oldest.
alter table insight_turns add column first_date text;
