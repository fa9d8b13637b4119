-- Further hosts of a site: a JSON array of names and of patterns such as *.example.org.
alter table sites add column hosts text not null default '[]';
