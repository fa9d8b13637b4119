-- What a downtime cost: hits, events and goals that were expected and did not come, as JSON.
ALTER TABLE downtimes ADD COLUMN impact TEXT;
