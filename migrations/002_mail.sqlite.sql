ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT 'en';

-- Null: the account's own.
ALTER TABLE outbox ADD COLUMN language TEXT;
-- Set while a worker has it: its due time is then the end of a lease, not of a wait.
ALTER TABLE outbox ADD COLUMN claimed_at INTEGER;
-- An operator gave it a second life: how long it may be tried counts from here.
ALTER TABLE outbox ADD COLUMN revived_at INTEGER;
CREATE INDEX outbox_dead ON outbox (id) WHERE state = 'dead';

CREATE TABLE outbox_attempts (
  email_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  attempt INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'delayed', 'dead')),
  answer TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (email_id, attempt)
) STRICT, WITHOUT ROWID;
