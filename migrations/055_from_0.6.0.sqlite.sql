-- From the schema of 0.6.0 to that of the baseline. Instances of 0.6.0 go on working, also after it: what only they use
-- stays (the tables signing_keys and known_keys, two columns of instances, the triggers of logouts), for the next release
-- to drop.
ALTER TABLE users ADD COLUMN shared_phone_number TEXT;
ALTER TABLE users ADD COLUMN fields TEXT;
ALTER TABLE users ADD COLUMN unconfirmed_email TEXT;
ALTER TABLE users ADD COLUMN breach_told_version INTEGER;
ALTER TABLE users ALTER COLUMN phone_number DROP NOT NULL;
ALTER TABLE users ALTER COLUMN industry DROP NOT NULL;
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;
CREATE INDEX users_invited ON users (id) WHERE invited_at IS NOT NULL AND account_status = 'INACTIVE';
CREATE INDEX totp_pending_until ON totp (pending_until) WHERE pending_until IS NOT NULL;
ALTER TABLE openid_clients ADD COLUMN pkce TEXT NOT NULL DEFAULT 'required';
ALTER TABLE refresh_tokens ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE passkeys ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE totp ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE recovery_codes ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE api_keys ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE openid_grants ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;
ALTER TABLE email_changes ADD COLUMN is_unproven INTEGER NOT NULL DEFAULT 0;

CREATE TABLE locks (name TEXT PRIMARY KEY) STRICT;
INSERT INTO locks (name) VALUES ('administrators'), ('api_keys'), ('openid_clients');

CREATE TABLE terms_acceptances (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  address TEXT,
  PRIMARY KEY (user_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE identities (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  email TEXT,
  proven_email TEXT,
  decided_email TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  UNIQUE (issuer, subject),
  UNIQUE (user_id, provider)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_provider ON identities (provider, user_id);

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

CREATE TABLE instance_keys (
  instance TEXT NOT NULL,
  used_for TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  name TEXT,
  algorithm TEXT,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  signed_at INTEGER,
  PRIMARY KEY (instance, used_for, fingerprint)
) STRICT, WITHOUT ROWID;
INSERT INTO instance_keys (instance, used_for, fingerprint, name, algorithm, first_at, last_at, signed_at)
  SELECT s.instance, 'signing', s.fingerprint, s.kid, s.algorithm, COALESCE(k.first_at, s.last_at), s.last_at, s.last_at
  FROM signing_keys AS s LEFT JOIN known_keys AS k ON k.used_for = 'signing' AND k.fingerprint = s.fingerprint;
INSERT INTO instance_keys (instance, used_for, fingerprint, first_at, last_at)
  SELECT '', k.used_for, k.fingerprint, k.first_at, k.first_at FROM known_keys AS k
  WHERE NOT EXISTS (
    SELECT 1 FROM instance_keys AS i WHERE i.used_for = k.used_for AND i.fingerprint = k.fingerprint
  );

-- For versions before 0.6.0, which wrote neither search keys nor the time of an invitation.
DROP TRIGGER users_keys_outdated;
DROP TRIGGER audit_events_note_invitation;

-- What an account lacks is null. 0.6.0 writes an empty text for an industry, a blank and a random text for a phone
-- number, and {none} for a password, which stays: it would check a password against the hash of another account where
-- there is none.
CREATE TRIGGER users_lack_on_insert AFTER INSERT ON users
WHEN NEW.password_hash IS NULL OR NEW.industry = '' OR SUBSTR(NEW.phone_number, 1, 1) = ' '
BEGIN
  UPDATE users SET password_hash = COALESCE(password_hash, '{none}'), industry = NULLIF(industry, ''),
    phone_number = CASE WHEN SUBSTR(phone_number, 1, 1) <> ' ' THEN phone_number END,
    phone_key = CASE WHEN SUBSTR(phone_number, 1, 1) = ' ' THEN '' ELSE phone_key END
    WHERE id = NEW.id;
END;
CREATE TRIGGER users_lack_on_update AFTER UPDATE OF password_hash, industry, phone_number ON users
WHEN NEW.password_hash IS NULL OR NEW.industry = '' OR SUBSTR(NEW.phone_number, 1, 1) = ' '
BEGIN
  UPDATE users SET password_hash = COALESCE(password_hash, '{none}'), industry = NULLIF(industry, ''),
    phone_number = CASE WHEN SUBSTR(phone_number, 1, 1) <> ' ' THEN phone_number END,
    phone_key = CASE WHEN SUBSTR(phone_number, 1, 1) = ' ' THEN '' ELSE phone_key END
    WHERE id = NEW.id;
END;

-- step: batches of users
UPDATE users SET industry = NULLIF(industry, '')
  WHERE id > $1 AND id <= $2 AND (industry = '' OR SUBSTR(phone_number, 1, 1) = ' ');

-- Sessions that began with 0.1.0 have no id.
-- step: batches of users
UPDATE refresh_tokens SET id = lower(hex(randomblob(16))) WHERE user_id > $1 AND user_id <= $2 AND id IS NULL;

-- Written by 0.6.0 alone.
-- step: together
ALTER TABLE instances DROP COLUMN signing_keys;
ALTER TABLE instances DROP COLUMN data_keys;
ALTER TABLE instances ADD COLUMN signing_keys TEXT NOT NULL DEFAULT '';
ALTER TABLE instances ADD COLUMN data_keys TEXT NOT NULL DEFAULT '';

-- 1.0.0 enqueues logouts itself. The triggers stay for instances of 0.6.0, and leave alone what is enqueued already.
-- step: each
CREATE INDEX deliveries_by_payload ON deliveries (payload);
-- step: together
DROP TRIGGER openid_records_note_logout;
CREATE TRIGGER openid_records_note_logout AFTER DELETE ON openid_records WHEN OLD.kind = 'Grant'
BEGIN
  INSERT INTO deliveries (kind, receiver, payload, due_at)
    SELECT 'backchannel_logout', id, '{"account":"' || OLD.user_id || '.' || OLD.session_id || '"}', OLD.created_at
    FROM openid_clients WHERE id = OLD.client_id AND backchannel_logout_uri IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM deliveries WHERE receiver = OLD.client_id
        AND payload = '{"account":"' || OLD.user_id || '.' || OLD.session_id || '"}');
END;
