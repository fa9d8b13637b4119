-- Ids of rows that did not come in live: imported ones, and suppressed hits that count after all. Nobody is told of them.
create table silent_ids (
  kind varchar not null,
  first_id bigint not null,
  last_id bigint not null
);
