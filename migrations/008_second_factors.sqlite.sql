-- Which second factors an account has, as a bit mask (accounts/second-factors.ts); login reads the row anyway.
ALTER TABLE users ADD COLUMN second_factors INTEGER NOT NULL DEFAULT 0;

-- step: together
-- An authenticator app. Secrets are sealed with a data key (data-keys/). `pending` is one that was not confirmed yet.
CREATE TABLE totp (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed TEXT,
  confirmed_at INTEGER,
  -- The time step of the last code that was accepted: no code works twice.
  last_step INTEGER,
  pending_sealed TEXT,
  pending_until INTEGER,
  -- Wrong codes since then, for the limit per account.
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since INTEGER
) STRICT;

CREATE TABLE recovery_codes (
  value_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);
