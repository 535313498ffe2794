-- step: each
-- The administration lists e-mails by state and kind, newest first, and finds them by what the recipient begins with.
CREATE INDEX outbox_by_state ON outbox (state, kind, id);
-- In byte order, unlike outbox_to_others.
CREATE INDEX outbox_by_recipient ON outbox (recipient COLLATE "C") WHERE recipient IS NOT NULL;
