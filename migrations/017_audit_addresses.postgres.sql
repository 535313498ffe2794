-- step: each
-- What else came from an address is asked when somebody was attacked from it.
CREATE INDEX audit_events_by_address ON audit_events (address, id);
