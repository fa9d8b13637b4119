-- Daily sums that were imported from other tools: a row for each day, dimension and value of an import. The day's sums over
-- everything have the dimension 'total' and no value. A measure that the tool does not count is null.
create table imported_days (
  site_id integer not null,
  import_key varchar not null,
  day date not null,
  dimension varchar not null,
  value varchar,
  visitors bigint,
  visits bigint,
  views bigint,
  -- Of a total the visitors of all its pages, where the import has pages; else the visitors.
  unique_views bigint,
  bounces bigint,
  duration_seconds bigint,
  events bigint
);

-- What is in it, by import and dimension, so that a start need not read it all.
create table imported_spans (
  site_id integer not null,
  import_key varchar not null,
  dimension varchar not null,
  first_day date not null,
  last_day date not null,
  -- Names of the measures that any row has.
  measures varchar[] not null
);
