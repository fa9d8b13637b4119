-- What access logs show beside the visits that became rows: sums of a UTC day, with the import or the followed log they are of.
create table log_sums (
  site_id integer not null,
  import_key varchar not null,
  -- Of a followed log: which of its stored parts; 0 for an import.
  part bigint not null,
  day date not null,
  -- 'mark' is what was read of the day: the number of lines in requests, the sum of their hashes in name.
  kind varchar not null,
  -- Empty for all beyond those that are kept by name.
  name varchar not null,
  detail varchar not null,
  requests bigint not null,
  subscribers bigint not null
);
