-- How long and how far pages were read. A view may have several rows, each with its totals so far.
create table engagements (
  id bigint not null,
  site_id integer not null,
  created_at timestamp not null,
  path varchar,
  visitor_hash ubigint,
  visitor_is_stable boolean,
  view ubigint,
  engaged_seconds integer,
  scroll_depth integer
);
insert into ledger values ('engagement', 0, 0);
