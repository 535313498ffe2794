-- From the schema of 0.6.0 to that of the baseline. Instances of 0.6.0 go on working, also after it: what only they use
-- stays (the tables signing_keys and known_keys, two columns of instances, the triggers of logouts), for the next release
-- to drop.
ALTER TABLE users ADD COLUMN shared_phone_number TEXT;
ALTER TABLE users ADD COLUMN fields TEXT;
ALTER TABLE users ADD COLUMN unconfirmed_email TEXT;
ALTER TABLE users ADD COLUMN breach_told_version BIGINT;
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

CREATE TABLE locks (name TEXT PRIMARY KEY);
INSERT INTO locks (name) VALUES ('administrators'), ('api_keys'), ('openid_clients');

CREATE TABLE terms_acceptances (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version TEXT NOT NULL,
  accepted_at TIMESTAMPTZ NOT NULL,
  address TEXT,
  PRIMARY KEY (user_id, version)
);

CREATE TABLE identities (
  id TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  email TEXT,
  proven_email TEXT,
  decided_email TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ,
  UNIQUE (issuer, subject),
  UNIQUE (user_id, provider)
);
CREATE INDEX identities_by_provider ON identities (provider, user_id);

CREATE TABLE login_requests (
  email_hash TEXT PRIMARY KEY,
  request_hash TEXT NOT NULL UNIQUE,
  user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since TIMESTAMPTZ,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX login_requests_by_user ON login_requests (user_id);
CREATE INDEX login_requests_by_expiry ON login_requests (expires_at);

CREATE TABLE instance_keys (
  instance TEXT NOT NULL,
  used_for TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  name TEXT,
  algorithm TEXT,
  first_at TIMESTAMPTZ NOT NULL,
  last_at TIMESTAMPTZ NOT NULL,
  signed_at TIMESTAMPTZ,
  PRIMARY KEY (instance, used_for, fingerprint)
);
INSERT INTO instance_keys (instance, used_for, fingerprint, name, algorithm, first_at, last_at, signed_at)
  SELECT s.instance, 'signing', s.fingerprint, s.kid, s.algorithm, COALESCE(k.first_at, s.last_at), s.last_at, s.last_at
  FROM signing_keys AS s LEFT JOIN known_keys AS k ON k.used_for = 'signing' AND k.fingerprint = s.fingerprint;
INSERT INTO instance_keys (instance, used_for, fingerprint, first_at, last_at)
  SELECT '', k.used_for, k.fingerprint, k.first_at, k.first_at FROM known_keys AS k
  WHERE NOT EXISTS (
    SELECT 1 FROM instance_keys AS i WHERE i.used_for = k.used_for AND i.fingerprint = k.fingerprint
  );

-- For versions before 0.6.0, which wrote neither search keys nor the time of an invitation.
DROP TRIGGER users_keys_outdated ON users;
DROP FUNCTION outdate_user_keys();
DROP TRIGGER audit_events_note_invitation ON audit_events;
DROP FUNCTION note_invitation();

-- What an account lacks is null. 0.6.0 writes an empty text for an industry, a blank and a random text for a phone
-- number, and {none} for a password, which stays: it would check a password against the hash of another account where
-- there is none.
CREATE FUNCTION write_users_lack() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET password_hash = COALESCE(password_hash, '{none}'), industry = NULLIF(industry, ''),
    phone_number = CASE WHEN SUBSTR(phone_number, 1, 1) <> ' ' THEN phone_number END,
    phone_key = CASE WHEN SUBSTR(phone_number, 1, 1) = ' ' THEN '' ELSE phone_key END
    WHERE id = NEW.id;
  RETURN NULL;
END;
$$;
CREATE TRIGGER users_lack AFTER INSERT OR UPDATE OF password_hash, industry, phone_number ON users FOR EACH ROW
  WHEN (NEW.password_hash IS NULL OR NEW.industry = '' OR SUBSTR(NEW.phone_number, 1, 1) = ' ')
  EXECUTE FUNCTION write_users_lack();

-- step: batches of users
UPDATE users SET industry = NULLIF(industry, '')
  WHERE id > $1 AND id <= $2 AND (industry = '' OR SUBSTR(phone_number, 1, 1) = ' ');

-- Sessions that began with 0.1.0 have no id.
-- step: batches of users
UPDATE refresh_tokens SET id = gen_random_uuid()::text WHERE user_id > $1 AND user_id <= $2 AND id IS NULL;

-- Written by 0.6.0 alone.
-- step: each
ALTER TABLE instances ALTER COLUMN signing_keys SET DEFAULT '', ALTER COLUMN data_keys SET DEFAULT '';

-- 1.0.0 enqueues logouts itself. The triggers stay for instances of 0.6.0, and leave alone what is enqueued already.
CREATE INDEX deliveries_by_payload ON deliveries (payload);
CREATE OR REPLACE FUNCTION note_openid_logout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deliveries (kind, receiver, payload, due_at)
    SELECT 'backchannel_logout', id, '{"account":"' || OLD.user_id || '.' || OLD.session_id || '"}', OLD.created_at
    FROM openid_clients WHERE id = OLD.client_id AND backchannel_logout_uri IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM deliveries WHERE receiver = OLD.client_id
        AND payload = '{"account":"' || OLD.user_id || '.' || OLD.session_id || '"}');
  RETURN NULL;
END;
$$;
