-- Hosts that the account itself calls spam, a JSON list.
alter table sites add column spam_hosts text not null default '[]';

-- The operator's list of spam hosts as it was last fetched: one row, or none. `source` is a hash of where it came from.
create table spam_list (
  id integer primary key check (id = 1),
  source text not null,
  hosts text not null,
  fetched_at integer not null
) strict;
