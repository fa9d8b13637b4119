-- Tags of campaigns are read whatever the case of their names. The next rebuild sums up campaigns, media, terms and contents again, also
-- those of visits; until then raw rows answer.
delete from hit_groups where dimension in (14, 15, 16, 17);
delete from unsummed_values where dimension in ('campaign', 'medium', 'term', 'content');
insert into unsummed_values
select site_id, unnest(['campaign', 'medium', 'term', 'content']), null from (select distinct site_id from hits);
