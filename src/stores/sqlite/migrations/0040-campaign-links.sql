-- Links of campaigns that a site's people have saved. Instants are milliseconds since 1970, UTC.
create table campaign_links (
  id integer primary key autoincrement,
  site_id integer not null references sites (id) on delete cascade,
  name text,
  -- Of the page, without the values below.
  url text not null,
  source text not null,
  medium text,
  campaign text,
  term text,
  content text,
  created_at integer not null,
  updated_at integer not null,
  -- Of the import that added it.
  import_key text
) strict;
create index campaign_links_of_site on campaign_links (site_id);
create index campaign_links_of_import on campaign_links (import_key) where import_key is not null;
