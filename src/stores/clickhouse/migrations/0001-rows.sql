create table if not exists $rows (
  kind Enum8('hit' = 1, 'event' = 2, 'agent_visit' = 3, 'spam_hit' = 4),
  id UInt64,
  site_id UInt32,
  created_at DateTime64(3, 'UTC'),
  path Nullable(String),
  url Nullable(String),
  referrer Nullable(String),
  country LowCardinality(Nullable(String)),
  browser_name LowCardinality(Nullable(String)),
  platform_name LowCardinality(Nullable(String)),
  is_mobile Nullable(Bool),
  source LowCardinality(Nullable(String)),
  visitor_hash Nullable(UInt64),
  visitor_is_stable Nullable(Bool),
  is_unique Nullable(Bool),
  event LowCardinality(Nullable(String)),
  value Nullable(String),
  agent_name LowCardinality(Nullable(String)),
  provider LowCardinality(Nullable(String)),
  category LowCardinality(Nullable(String)),
  status_code Nullable(Int32),
  reason LowCardinality(Nullable(String)),
  is_silent Bool default false
) engine = $engine
partition by toYYYYMM(created_at)
order by (site_id, kind, toDate(created_at), visitor_hash, created_at, id)
settings allow_nullable_key = 1, $deduplication;
