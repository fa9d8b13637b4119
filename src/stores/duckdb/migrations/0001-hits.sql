CREATE TABLE hits (
  id BIGINT NOT NULL,
  site_id INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL,
  path VARCHAR,
  url VARCHAR,
  referrer VARCHAR,
  country VARCHAR,
  browser_name VARCHAR,
  platform_name VARCHAR,
  is_mobile BOOLEAN,
  source VARCHAR,
  visitor_hash UBIGINT,
  visitor_is_stable BOOLEAN,
  is_unique BOOLEAN NOT NULL,
  is_first_of_day BOOLEAN NOT NULL
);

CREATE TABLE events (
  id BIGINT NOT NULL,
  site_id INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL,
  path VARCHAR,
  url VARCHAR,
  referrer VARCHAR,
  country VARCHAR,
  browser_name VARCHAR,
  platform_name VARCHAR,
  is_mobile BOOLEAN,
  source VARCHAR,
  visitor_hash UBIGINT,
  visitor_is_stable BOOLEAN,
  is_first_of_day BOOLEAN NOT NULL,
  event VARCHAR,
  value VARCHAR
);

CREATE TABLE agent_visits (
  id BIGINT NOT NULL,
  site_id INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL,
  path VARCHAR,
  url VARCHAR,
  referrer VARCHAR,
  country VARCHAR,
  source VARCHAR,
  agent_name VARCHAR,
  provider VARCHAR,
  category VARCHAR
);

CREATE TABLE spam_hits (
  id BIGINT NOT NULL,
  site_id INTEGER NOT NULL,
  created_at TIMESTAMP NOT NULL,
  path VARCHAR,
  url VARCHAR,
  referrer VARCHAR,
  country VARCHAR,
  browser_name VARCHAR,
  platform_name VARCHAR,
  is_mobile BOOLEAN,
  source VARCHAR,
  visitor_hash UBIGINT,
  visitor_is_stable BOOLEAN,
  reason VARCHAR
);

-- One row for each table above: count(*) + removed = last_id, or rows are missing.
CREATE TABLE ledger (
  kind VARCHAR NOT NULL,
  last_id BIGINT NOT NULL,
  removed BIGINT NOT NULL
);

INSERT INTO ledger VALUES ('hit', 0, 0), ('event', 0, 0), ('agent_visit', 0, 0), ('spam_hit', 0, 0);
