-- What the browser script of each site captures by itself, as JSON of what is switched on.
alter table sites add column capture text not null default '{}';
