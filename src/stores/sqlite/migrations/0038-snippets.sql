-- What each page of a site has of its script, as the crawl last read it; null until it is read, and for what is no page.
alter table content_links add column snippet text check (snippet in ('ok', 'missing', 'other_uid', 'forbidden_by_csp'));
