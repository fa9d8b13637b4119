-- What became of the mail of an invitation: waiting, sent or failed; null where none is sent.
alter table team_invitations add column mail_status text;
-- Why it failed, without an address.
alter table team_invitations add column mail_error text;
