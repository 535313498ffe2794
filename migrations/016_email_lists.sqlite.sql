-- The administration lists e-mails by state and kind, newest first.
CREATE INDEX outbox_by_state ON outbox (state, kind, id);
