-- Administrators who act as a user just now, one account each: without its row, or its session, a token for it opens
-- nothing.
CREATE TABLE acting (
  admin_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- In the token.
  id TEXT NOT NULL,
  -- The session of the administrator: refresh_tokens.id.
  session_id TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX acting_by_user ON acting (user_id);
CREATE INDEX acting_by_expiry ON acting (expires_at);
