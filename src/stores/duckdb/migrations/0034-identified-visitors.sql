-- False for anonymous visitors who are on several days of the site because its zone changed, or that of their rows; null for all others.
alter table hits add column visitor_is_identified boolean;
alter table events add column visitor_is_identified boolean;
alter table spam_hits add column visitor_is_identified boolean;
alter table engagements add column visitor_is_identified boolean;
