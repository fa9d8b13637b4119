-- The zone of a site's days, an IANA name; null: that of the account that owns the site.
alter table sites add column time_zone text;
