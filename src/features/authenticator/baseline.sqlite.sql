-- An authenticator app. Secrets are sealed with a data key. `pending` is one that was not confirmed yet.
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
  failing_since INTEGER,
  is_unproven INTEGER NOT NULL DEFAULT 0
) STRICT;
-- Housekeeping finds apps that were never confirmed by it.
CREATE INDEX totp_pending_until ON totp (pending_until) WHERE pending_until IS NOT NULL;

CREATE TABLE recovery_codes (
  value_hash TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  used_at INTEGER,
  is_unproven INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);
