-- No reference to users: what happened outlives the account that it happened to.
CREATE TABLE audit_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  happened_at INTEGER NOT NULL,
  event TEXT NOT NULL,
  user_id INTEGER,
  address TEXT,
  user_agent TEXT
) STRICT;
CREATE INDEX audit_events_by_time ON audit_events (happened_at);
CREATE INDEX audit_events_by_user ON audit_events (user_id, id);

CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
BEGIN
  SELECT RAISE(ABORT, 'audit events cannot be changed');
END;
