-- Whether a link has gone out to its owner: that one works as long as its signup, however often the operator is shown others.
-- Of links made before it is not known, so they count as such.
alter table agent_signup_links add column is_mailed integer not null default 1 check (is_mailed in (0, 1));
