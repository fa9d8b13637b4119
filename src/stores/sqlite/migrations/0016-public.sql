-- What a site's public page shows: JSON of what differs from the standard.
alter table sites add column public_page text not null default '{}';
