-- Requests for a code by e-mail to log in with: the newest of each address, also of those that nobody has. The codes
-- are not stored.
CREATE TABLE login_requests (
  email_hash TEXT PRIMARY KEY,
  request_hash TEXT NOT NULL UNIQUE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_requests_by_user ON login_requests (user_id);
CREATE INDEX login_requests_by_expiry ON login_requests (expires_at);
