-- Kinds of networks whose hits are not counted: a JSON array.
alter table sites add column excluded_networks text not null default '[]';
