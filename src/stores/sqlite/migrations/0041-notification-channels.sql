-- Notification channels are rows of webhooks that are subscribed to no event: alerts are delivered through the same queue.
-- JSON of kind, name, fields and quiet hours, in the clear as `secret` is; null for a webhook.
alter table webhooks add column channel text;
