-- What the texts of an insight say, as kinds and facts: the dashboard writes them in other languages.
alter table insights add column sentences text;
