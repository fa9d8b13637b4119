-- Rules that make one page of several paths of a site: a JSON array, in their order.
alter table sites add column page_rules text not null default '[]';
