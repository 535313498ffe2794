-- What OpenID keeps between two requests: sessions of browsers, logins on their way, codes, refresh tokens. Of the ids, which are secrets, only hashes.
CREATE TABLE openid_records (
  id_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  -- Those of one grant are revoked together.
  grant_hash TEXT,
  uid_hash TEXT,
  client_id TEXT REFERENCES openid_clients (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  -- The session of the account that it hangs on: refresh_tokens.id.
  session_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  consumed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX openid_records_by_grant ON openid_records (grant_hash);
CREATE INDEX openid_records_by_uid ON openid_records (uid_hash);
CREATE INDEX openid_records_by_client ON openid_records (client_id);
CREATE INDEX openid_records_by_session ON openid_records (user_id, session_id);
CREATE INDEX openid_records_by_expiry ON openid_records (expires_at);

-- What an account has let an app see, whether its owner was asked or not.
CREATE TABLE openid_grants (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES openid_clients (id) ON DELETE CASCADE,
  -- Names separated by spaces.
  scopes TEXT NOT NULL,
  granted_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, client_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX openid_grants_by_client ON openid_grants (client_id);

-- What hangs on a session goes with it, whatever ends it: a login that takes its place too, which gives its row another id.
CREATE TRIGGER openid_records_end_with_session AFTER DELETE ON refresh_tokens
BEGIN
  DELETE FROM openid_records WHERE user_id = OLD.user_id AND session_id = OLD.id;
END;
CREATE TRIGGER openid_records_end_with_replaced_session AFTER UPDATE OF id ON refresh_tokens WHEN NEW.id IS NOT OLD.id
BEGIN
  DELETE FROM openid_records WHERE user_id = OLD.user_id AND session_id = OLD.id;
END;

-- Apps that are to be told that a login of theirs is over (back-channel logout): like the outbox of e-mails, written with its cause.
CREATE TABLE openid_logouts (
  id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES openid_clients (id) ON DELETE CASCADE,
  -- The account and its session (openid/account-id.ts); the account may be gone.
  account TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX openid_logouts_by_client ON openid_logouts (client_id);
CREATE INDEX openid_logouts_by_due_time ON openid_logouts (due_at);
CREATE TRIGGER openid_records_note_logout AFTER DELETE ON openid_records WHEN OLD.kind = 'Grant'
BEGIN
  INSERT OR IGNORE INTO openid_logouts (id, client_id, account, attempts, due_at)
    SELECT OLD.id_hash, id, OLD.user_id || '.' || OLD.session_id, 0, OLD.created_at FROM openid_clients
    WHERE id = OLD.client_id AND backchannel_logout_uri IS NOT NULL;
END;
