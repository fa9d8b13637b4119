-- Members of single sites. JSON, lists: the sites of the account that a member may act on, and the sections of them that a viewer
-- may read; null for all.
alter table memberships add column site_ids text;
alter table memberships add column sections text;
alter table team_invitations add column site_ids text;
alter table team_invitations add column sections text;
