-- A session of its own: which device, from where, how and when its user proved who they are. Null: it began in the version before.
-- One session per user: every session has slot 0, so the primary key makes a second one impossible, whatever the timing of two logins.
-- The table is made anew because ON CONFLICT cannot name an index that holds the rowid, which user_id was until now.
CREATE TABLE sessions_with_id (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  slot INTEGER NOT NULL DEFAULT 0,
  id TEXT DEFAULT (lower(hex(randomblob(16)))),
  value_hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL,
  created_at INTEGER,
  last_used_at INTEGER,
  authenticated_at INTEGER,
  amr TEXT,
  address TEXT,
  user_agent TEXT,
  ends_at INTEGER,
  PRIMARY KEY (user_id, slot)
) STRICT, WITHOUT ROWID;
INSERT INTO sessions_with_id (user_id, value_hash, expires_at) SELECT user_id, value_hash, expires_at FROM refresh_tokens ORDER BY user_id;
DROP TABLE refresh_tokens;
ALTER TABLE sessions_with_id RENAME TO refresh_tokens;
-- step: each
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
-- The version before names user_id alone in its ON CONFLICT, and needs a unique index of that column; a later version drops it.
CREATE UNIQUE INDEX refresh_tokens_by_user ON refresh_tokens (user_id);

-- step: together
-- The version before replaces a session without a word about the rest of the row, which would then describe the session that has ended.
CREATE TRIGGER refresh_tokens_of_version_before AFTER UPDATE ON refresh_tokens
WHEN NEW.value_hash <> OLD.value_hash AND NEW.id IS OLD.id
BEGIN
  UPDATE refresh_tokens SET id = lower(hex(randomblob(16))), created_at = NULL, last_used_at = NULL, authenticated_at = NULL, amr = NULL,
    address = NULL, user_agent = NULL, ends_at = NULL
  WHERE user_id = NEW.user_id AND slot = NEW.slot;
END;

-- step: each
-- Null: the account's own address.
ALTER TABLE outbox ADD COLUMN recipient TEXT;
-- What its text needs to know besides the account, as JSON.
ALTER TABLE outbox ADD COLUMN payload TEXT;

-- Who did it: null is the account itself, or whoever asked without one.
ALTER TABLE audit_events ADD COLUMN actor TEXT;
