-- A change of an account's e-mail address: first it waits to be confirmed at the new address, then it can be reverted from the old one. A
-- confirmed row also reserves the old address for its account; housekeeping removes the row when the revert link has expired.
CREATE TABLE email_changes (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  old_email TEXT NOT NULL,
  new_email TEXT NOT NULL,
  -- The session that asked, which does not end when the change is confirmed.
  session_id TEXT,
  requested_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  revert_until INTEGER
) STRICT, WITHOUT ROWID;
-- A new request replaces the one that waits.
CREATE UNIQUE INDEX email_changes_waiting ON email_changes (user_id) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_reserved ON email_changes (old_email) WHERE confirmed_at IS NOT NULL;
CREATE INDEX email_changes_by_age ON email_changes (requested_at) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_end ON email_changes (revert_until);

-- No other account can take a reserved address, whichever statement tries it. The store reads the word UNIQUE as a violation of uniqueness.
CREATE TRIGGER users_email_not_reserved_on_insert AFTER INSERT ON users
WHEN EXISTS (SELECT 1 FROM email_changes WHERE old_email = NEW.email AND confirmed_at IS NOT NULL AND user_id <> NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE: the address is reserved');
END;
CREATE TRIGGER users_email_not_reserved_on_update AFTER UPDATE OF email ON users
WHEN EXISTS (SELECT 1 FROM email_changes WHERE old_email = NEW.email AND confirmed_at IS NOT NULL AND user_id <> NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'UNIQUE: the address is reserved');
END;
