CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE schema_steps
  (version INTEGER NOT NULL, step INTEGER NOT NULL, position BIGINT NOT NULL, PRIMARY KEY (version, step));
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  full_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone_number TEXT NOT NULL UNIQUE,
  industry TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'USER' CHECK (role IN ('USER', 'ADMIN')),
  profile_image_url TEXT,
  account_status TEXT NOT NULL DEFAULT 'INACTIVE' CHECK (account_status IN ('INACTIVE', 'ACTIVE', 'SUSPENDED')),
  status_before_suspension TEXT,
  password_hash TEXT NOT NULL,
  credential_version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE TABLE refresh_tokens (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  value_hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  credential_version INTEGER,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'superseded', 'dead', 'void')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
CREATE INDEX outbox_finished ON outbox (updated_at) WHERE state IN ('sent', 'superseded', 'void');
CREATE INDEX outbox_by_user ON outbox (user_id);
CREATE TABLE throttles (
  key TEXT PRIMARY KEY,
  failures INTEGER NOT NULL DEFAULT 0,
  counted_since INTEGER NOT NULL,
  busy_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX throttles_by_age ON throttles (busy_until);
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE outbox ADD COLUMN language TEXT;
ALTER TABLE outbox ADD COLUMN claimed_at INTEGER;
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
CREATE INDEX outbox_void ON outbox (due_at) WHERE state = 'void';
CREATE INDEX throttles_of_emails ON throttles (busy_until) WHERE failures = 0;
CREATE TABLE audit_counts (
  hour INTEGER NOT NULL,
  event TEXT NOT NULL,
  network TEXT NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (hour, event, network)
) STRICT, WITHOUT ROWID;
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
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
CREATE UNIQUE INDEX refresh_tokens_by_user ON refresh_tokens (user_id);
CREATE TRIGGER refresh_tokens_of_version_before AFTER UPDATE ON refresh_tokens
WHEN NEW.value_hash <> OLD.value_hash AND NEW.id IS OLD.id
BEGIN
  UPDATE refresh_tokens SET id = lower(hex(randomblob(16))), created_at = NULL, last_used_at = NULL, authenticated_at = NULL, amr = NULL,
    address = NULL, user_agent = NULL, ends_at = NULL
  WHERE user_id = NEW.user_id AND slot = NEW.slot;
END;
ALTER TABLE outbox ADD COLUMN recipient TEXT;
ALTER TABLE outbox ADD COLUMN payload TEXT;
ALTER TABLE audit_events ADD COLUMN actor TEXT;
DROP INDEX refresh_tokens_by_user;
DROP TRIGGER refresh_tokens_of_version_before;
CREATE INDEX refresh_tokens_in_other_slots ON refresh_tokens (user_id) WHERE slot <> 0;
ALTER TABLE refresh_tokens ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE refresh_tokens ADD COLUMN rotation_key TEXT;
CREATE TABLE email_changes (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  old_email TEXT NOT NULL,
  new_email TEXT NOT NULL,
  session_id TEXT,
  requested_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  revert_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX email_changes_waiting ON email_changes (user_id) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_reserved ON email_changes (old_email) WHERE confirmed_at IS NOT NULL;
CREATE INDEX email_changes_by_age ON email_changes (requested_at) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_end ON email_changes (revert_until);
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
ALTER TABLE users ADD COLUMN second_factors INTEGER NOT NULL DEFAULT 0;
CREATE TABLE totp (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed TEXT,
  confirmed_at INTEGER,
  last_step INTEGER,
  pending_sealed TEXT,
  pending_until INTEGER,
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
ALTER TABLE users ADD COLUMN deletion_due_at INTEGER;
CREATE INDEX users_to_delete ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
CREATE INDEX users_unverified ON users (created_at) WHERE account_status = 'INACTIVE';
CREATE INDEX users_admins ON users (id) WHERE role = 'ADMIN';
CREATE INDEX outbox_to_others ON outbox (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX audit_events_of_deletions ON audit_events (happened_at) WHERE event = 'deleted';
DROP TRIGGER audit_events_are_append_only;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
WHEN NEW.id <> OLD.id OR NEW.happened_at <> OLD.happened_at OR NEW.event <> OLD.event OR NEW.user_id IS NOT OLD.user_id
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT NULL OR NEW.user_agent IS NOT NULL
  OR OLD.user_id IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
BEGIN
  SELECT RAISE(ABORT, 'audit events cannot be changed');
END;
ALTER TABLE users ADD COLUMN handle TEXT;
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  algorithm INTEGER NOT NULL,
  sign_count INTEGER NOT NULL,
  synced INTEGER NOT NULL,
  backed_up INTEGER NOT NULL,
  transports TEXT NOT NULL,
  aaguid TEXT NOT NULL,
  rp_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_user ON passkeys (user_id);
CREATE INDEX passkeys_by_rp_id ON passkeys (rp_id);
CREATE TABLE spent (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_by_expiry ON spent (expires_at);
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  value_hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  networks TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  last_used_at INTEGER,
  created_by INTEGER REFERENCES users (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
CREATE TABLE admin_links (
  hash TEXT PRIMARY KEY,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX admin_links_by_user ON admin_links (user_id);
CREATE INDEX admin_links_by_expiry ON admin_links (expires_at);
ALTER TABLE users ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN surname_key TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN phone_key TEXT NOT NULL DEFAULT '';
CREATE INDEX users_by_name ON users (name_key);
CREATE INDEX users_by_surname ON users (surname_key) WHERE surname_key <> '';
CREATE INDEX users_by_phone ON users (phone_key) WHERE phone_key <> '';
CREATE INDEX users_without_keys ON users (id) WHERE name_key = '';
CREATE TRIGGER users_keys_outdated AFTER UPDATE OF full_name, phone_number ON users
WHEN NEW.name_key <> '' AND NEW.name_key = OLD.name_key AND NEW.phone_key = OLD.phone_key
  AND (NEW.full_name <> OLD.full_name OR NEW.phone_number <> OLD.phone_number)
BEGIN
  UPDATE users SET name_key = '' WHERE id = NEW.id;
END;
CREATE INDEX users_suspended ON users (id) WHERE account_status = 'SUSPENDED';
CREATE INDEX users_with_factor ON users (id) WHERE second_factors <> 0;
CREATE INDEX audit_events_by_event ON audit_events (event, id);
CREATE INDEX audit_events_by_actor ON audit_events (id) WHERE actor IS NOT NULL;
CREATE TABLE statistics (
  day INTEGER NOT NULL,
  name TEXT NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (day, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE statistics_progress (
  name TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  day INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE active_users (
  day INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (day, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX active_users_by_user ON active_users (user_id);
CREATE TABLE email_outcomes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  happened_at INTEGER NOT NULL,
  name TEXT NOT NULL
) STRICT;
INSERT INTO statistics (day, name, events) SELECT hour / 24, event, SUM(events) FROM audit_counts GROUP BY 1, 2;
INSERT INTO statistics (day, name, events)
  SELECT updated_at / 86400000, CASE state WHEN 'sent' THEN 'email_sent' ELSE 'email_given_up' END, COUNT(*) FROM outbox
  WHERE state IN ('sent', 'dead') GROUP BY 1, 2;
CREATE INDEX outbox_by_state ON outbox (state, kind, id);
CREATE INDEX audit_events_by_address ON audit_events (address, id);
DROP TRIGGER audit_events_are_append_only;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
WHEN NEW.id <> OLD.id OR NEW.happened_at <> OLD.happened_at OR NEW.event <> OLD.event OR NEW.user_id IS NOT OLD.user_id
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT NULL OR NEW.user_agent IS NOT NULL
  OR NOT (
    (OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id))
    OR (OLD.actor IS NOT NULL AND OLD.actor GLOB 'user:[0-9]*' AND NOT EXISTS (SELECT 1 FROM users WHERE id = CAST(substr(OLD.actor, 6) AS INTEGER)))
  )
BEGIN
  SELECT RAISE(ABORT, 'audit events cannot be changed');
END;
ALTER TABLE audit_events ADD COLUMN subject TEXT;
ALTER TABLE audit_events ADD COLUMN subject_name TEXT;
DROP TRIGGER audit_events_are_append_only;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
WHEN NEW.id <> OLD.id OR NEW.happened_at <> OLD.happened_at OR NEW.event <> OLD.event OR NEW.user_id IS NOT OLD.user_id
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT NULL OR NEW.user_agent IS NOT NULL
  OR NEW.subject IS NOT OLD.subject OR (NEW.subject_name IS NOT NULL AND NEW.subject_name IS NOT OLD.subject_name)
  OR NOT (
    (OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id))
    OR (OLD.actor IS NOT NULL AND OLD.actor GLOB 'user:[0-9]*' AND NOT EXISTS (SELECT 1 FROM users WHERE id = CAST(substr(OLD.actor, 6) AS INTEGER)))
  )
BEGIN
  SELECT RAISE(ABORT, 'audit events cannot be changed');
END;
CREATE TABLE user_name_parts (
  key TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (key, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_name_parts_by_user ON user_name_parts (user_id, key);
CREATE TRIGGER users_name_parts_added AFTER INSERT ON users WHEN instr(NEW.surname_key, ' ') > 0
BEGIN
  INSERT INTO user_name_parts (key, user_id) SELECT key, NEW.id FROM (
    WITH RECURSIVE parts (key, number) AS (
      SELECT substr(NEW.surname_key, instr(NEW.surname_key, ' ') + 1), 1
      UNION ALL SELECT substr(key, instr(key, ' ') + 1), number + 1 FROM parts WHERE number < 6 AND instr(key, ' ') > 0
    )
    SELECT key FROM parts
  );
END;
CREATE TRIGGER users_name_parts_changed AFTER UPDATE OF surname_key ON users WHEN NEW.surname_key <> OLD.surname_key
BEGIN
  DELETE FROM user_name_parts WHERE user_id = NEW.id;
  INSERT INTO user_name_parts (key, user_id) SELECT key, NEW.id FROM (
    WITH RECURSIVE parts (key, number) AS (
      SELECT substr(NEW.surname_key, instr(NEW.surname_key, ' ') + 1), 1 WHERE instr(NEW.surname_key, ' ') > 0
      UNION ALL SELECT substr(key, instr(key, ' ') + 1), number + 1 FROM parts WHERE number < 6 AND instr(key, ' ') > 0
    )
    SELECT key FROM parts
  );
END;
ALTER TABLE users ADD COLUMN invited_at INTEGER;
CREATE TRIGGER audit_events_note_invitation AFTER INSERT ON audit_events WHEN NEW.event = 'invited'
BEGIN
  UPDATE users SET invited_at = NEW.happened_at WHERE id = NEW.user_id AND invited_at IS NULL;
END;
DROP INDEX outbox_waiting;
CREATE INDEX outbox_waiting ON outbox (state, due_at) WHERE state = 'waiting';
CREATE INDEX outbox_fresh ON outbox (state, due_at) WHERE state = 'waiting' AND attempts = 0;
CREATE INDEX outbox_tried ON outbox (state, due_at) WHERE state = 'waiting' AND attempts > 0;
DROP INDEX outbox_void;
CREATE INDEX outbox_void ON outbox (state, due_at) WHERE state = 'void';
DROP INDEX outbox_finished;
CREATE INDEX outbox_finished ON outbox (state, updated_at) WHERE state IN ('sent', 'superseded');
DROP INDEX outbox_dead;
CREATE INDEX outbox_dead ON outbox (state, id) WHERE state = 'dead';
ALTER TABLE email_changes ADD COLUMN first_requested_at INTEGER;
ALTER TABLE refresh_tokens ADD COLUMN rotated_at INTEGER;
ALTER TABLE refresh_tokens ADD COLUMN rotated_generation INTEGER;
ALTER TABLE audit_events ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
ALTER TABLE audit_events ADD COLUMN repeat_of INTEGER;
CREATE UNIQUE INDEX audit_events_repeats ON audit_events (repeat_of) WHERE repeat_of IS NOT NULL;
CREATE INDEX audit_events_by_user_and_event ON audit_events (user_id, event, id) WHERE repeat_of IS NULL AND user_id IS NOT NULL;
CREATE INDEX outbox_by_user_and_kind ON outbox (user_id, kind, id);
DROP TRIGGER audit_events_are_append_only;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
WHEN NEW.id <> OLD.id OR NEW.happened_at <> OLD.happened_at OR NEW.event <> OLD.event OR NEW.user_id IS NOT OLD.user_id
  OR NEW.actor IS NOT OLD.actor OR NEW.address IS NOT NULL OR NEW.user_agent IS NOT NULL
  OR NEW.subject IS NOT OLD.subject OR (NEW.subject_name IS NOT NULL AND NEW.subject_name IS NOT OLD.subject_name)
  OR NEW.repeat_of IS NOT OLD.repeat_of
  OR NOT (
    (OLD.repeat_of IS NOT NULL AND NEW.count > OLD.count)
    OR (NEW.count = OLD.count AND OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id))
    OR (NEW.count = OLD.count AND OLD.actor IS NOT NULL AND OLD.actor GLOB 'user:[0-9]*'
      AND NOT EXISTS (SELECT 1 FROM users WHERE id = CAST(substr(OLD.actor, 6) AS INTEGER)))
  )
BEGIN
  SELECT RAISE(ABORT, 'audit events cannot be changed');
END;
ALTER TABLE schema_migrations ADD COLUMN applied_by TEXT;
ALTER TABLE schema_migrations ADD COLUMN applied_at INTEGER;
ALTER TABLE schema_migrations ADD COLUMN breaks TEXT;
UPDATE schema_migrations SET breaks = '0.1.0' WHERE version = 6;
CREATE TABLE signing_keys (
  instance TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  kid TEXT,
  algorithm TEXT NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (instance, fingerprint)
);
CREATE TABLE openid_clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  logo_uri TEXT,
  confidential INTEGER NOT NULL,
  redirect_uris TEXT NOT NULL,
  post_logout_redirect_uris TEXT NOT NULL,
  native INTEGER NOT NULL,
  first_party INTEGER NOT NULL,
  scopes TEXT NOT NULL,
  audience TEXT,
  pairwise INTEGER NOT NULL,
  backchannel_logout_uri TEXT,
  created_at INTEGER NOT NULL,
  secret_hash TEXT,
  previous_secret_hash TEXT,
  previous_secret_expires_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE openid_records (
  id_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  grant_hash TEXT,
  uid_hash TEXT,
  client_id TEXT REFERENCES openid_clients (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
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
CREATE TABLE openid_grants (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES openid_clients (id) ON DELETE CASCADE,
  scopes TEXT NOT NULL,
  granted_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, client_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX openid_grants_by_client ON openid_grants (client_id);
CREATE TRIGGER openid_records_end_with_session AFTER DELETE ON refresh_tokens
BEGIN
  DELETE FROM openid_records WHERE user_id = OLD.user_id AND session_id = OLD.id;
END;
CREATE TRIGGER openid_records_end_with_replaced_session AFTER UPDATE OF id ON refresh_tokens WHEN NEW.id IS NOT OLD.id
BEGIN
  DELETE FROM openid_records WHERE user_id = OLD.user_id AND session_id = OLD.id;
END;
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  receiver TEXT NOT NULL,
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  leased_until INTEGER,
  first_tried_at INTEGER
) STRICT;
CREATE INDEX deliveries_by_due_time ON deliveries (due_at);
CREATE INDEX deliveries_by_receiver ON deliveries (receiver, id);
CREATE TRIGGER openid_records_note_logout AFTER DELETE ON openid_records WHEN OLD.kind = 'Grant'
BEGIN
  INSERT INTO deliveries (kind, receiver, payload, due_at)
    SELECT 'backchannel_logout', id, json_object('account', OLD.user_id || '.' || OLD.session_id), OLD.created_at
    FROM openid_clients WHERE id = OLD.client_id AND backchannel_logout_uri IS NOT NULL;
END;
ALTER TABLE openid_clients ADD COLUMN document_fetched_at INTEGER;
ALTER TABLE openid_clients ADD COLUMN document_fresh_until INTEGER;
ALTER TABLE openid_clients ADD COLUMN document_keys TEXT;
ALTER TABLE openid_grants ADD COLUMN resources TEXT NOT NULL DEFAULT '{}';
CREATE INDEX openid_clients_by_document ON openid_clients (document_fetched_at) WHERE document_fetched_at IS NOT NULL;
ALTER TABLE openid_clients ADD COLUMN client_uri TEXT;
ALTER TABLE openid_clients ADD COLUMN initiate_login_uri TEXT;
CREATE TABLE instances (
  instance TEXT NOT NULL PRIMARY KEY,
  version TEXT NOT NULL,
  signing_keys TEXT NOT NULL,
  data_keys TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  clock_at INTEGER NOT NULL
);
CREATE INDEX instances_last_at ON instances (last_at);
CREATE TABLE known_keys (
  used_for TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  PRIMARY KEY (used_for, fingerprint)
);
CREATE INDEX refresh_tokens_by_last_use ON refresh_tokens (COALESCE(last_used_at, created_at), user_id);
CREATE TABLE user_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX user_notes_by_user ON user_notes (user_id, id);
CREATE TABLE acting (
  admin_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  began_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX acting_by_user ON acting (user_id);
CREATE INDEX acting_by_expiry ON acting (expires_at);
CREATE TABLE profile_pictures (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL UNIQUE,
  content_type TEXT NOT NULL,
  image TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER users_replace_picture AFTER UPDATE OF profile_image_url ON users
WHEN NEW.profile_image_url IS NOT OLD.profile_image_url
BEGIN
  DELETE FROM profile_pictures WHERE user_id = NEW.id AND '/api/pictures/' || name <> COALESCE(NEW.profile_image_url, '');
END;
CREATE TABLE stand_in_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value TEXT NOT NULL
) STRICT;
