-- Paths that a kudo had before changes that can be undone, newest first: JSON, [{"heldAs": 5, "path": "/a"}].
alter table kudos add column former_paths text;
