-- step: each
-- The next e-mail to be sent is found however many others wait: those that were tried before among those that were not, and the other way round.
CREATE INDEX outbox_fresh ON outbox (due_at) WHERE state = 'waiting' AND attempts = 0;
CREATE INDEX outbox_tried ON outbox (due_at) WHERE state = 'waiting' AND attempts > 0;
