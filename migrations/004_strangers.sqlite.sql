-- What requests about addresses that nobody has leave behind is kept small: these find it.
CREATE INDEX outbox_void ON outbox (due_at) WHERE state = 'void';
CREATE INDEX throttles_of_emails ON throttles (busy_until) WHERE failures = 0;

-- Events without an account, counted once they are a minute old. The hour counts from 1970 in UTC; an empty network stands for all that were
-- too many to tell apart.
CREATE TABLE audit_counts (
  hour INTEGER NOT NULL,
  event TEXT NOT NULL,
  network TEXT NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (hour, event, network)
) STRICT, WITHOUT ROWID;
