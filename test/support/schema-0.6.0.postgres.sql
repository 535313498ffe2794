CREATE TABLE schema_migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE schema_steps
  (version INTEGER NOT NULL, step INTEGER NOT NULL, position BIGINT NOT NULL, PRIMARY KEY (version, step));
CREATE TABLE users (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  full_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone_number TEXT NOT NULL UNIQUE,
  industry TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'USER' CHECK (role IN ('USER', 'ADMIN')),
  profile_image_url TEXT,
  account_status TEXT NOT NULL DEFAULT 'INACTIVE' CHECK (account_status IN ('INACTIVE', 'ACTIVE', 'SUSPENDED')),
  status_before_suspension TEXT,
  password_hash TEXT NOT NULL,
  credential_version BIGINT NOT NULL DEFAULT 1,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE TABLE refresh_tokens (
  user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  value_hash TEXT NOT NULL UNIQUE,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
CREATE TABLE outbox (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  credential_version BIGINT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'superseded', 'dead', 'void')),
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at TIMESTAMPTZ NOT NULL,
  last_error TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
CREATE INDEX outbox_finished ON outbox (updated_at) WHERE state IN ('sent', 'superseded', 'void');
CREATE INDEX outbox_by_user ON outbox (user_id);
CREATE TABLE throttles (
  key TEXT PRIMARY KEY,
  failures BIGINT NOT NULL DEFAULT 0,
  counted_since TIMESTAMPTZ NOT NULL,
  busy_until TIMESTAMPTZ NOT NULL
);
CREATE INDEX throttles_by_age ON throttles (busy_until);
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT 'en';
ALTER TABLE outbox ADD COLUMN language TEXT;
ALTER TABLE outbox ADD COLUMN claimed_at TIMESTAMPTZ;
ALTER TABLE outbox ADD COLUMN revived_at TIMESTAMPTZ;
CREATE INDEX outbox_dead ON outbox (id) WHERE state = 'dead';
CREATE TABLE outbox_attempts (
  email_id BIGINT NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  attempt BIGINT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'delayed', 'dead')),
  answer TEXT NOT NULL,
  ended_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (email_id, attempt)
);
CREATE TABLE audit_events (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at TIMESTAMPTZ NOT NULL,
  event TEXT NOT NULL,
  user_id BIGINT,
  address TEXT,
  user_agent TEXT
);
CREATE INDEX audit_events_by_time ON audit_events (happened_at);
CREATE INDEX audit_events_by_user ON audit_events (user_id, id);
CREATE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events cannot be changed';
END;
$$;
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_event();
CREATE INDEX outbox_void ON outbox (due_at) WHERE state = 'void';
CREATE INDEX throttles_of_emails ON throttles (busy_until) WHERE failures = 0;
CREATE TABLE audit_counts (
  hour BIGINT NOT NULL,
  event TEXT NOT NULL,
  network TEXT NOT NULL,
  events BIGINT NOT NULL,
  PRIMARY KEY (hour, event, network)
);
ALTER TABLE refresh_tokens
  ADD COLUMN id TEXT,
  ADD COLUMN slot BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN created_at TIMESTAMPTZ,
  ADD COLUMN last_used_at TIMESTAMPTZ,
  ADD COLUMN authenticated_at TIMESTAMPTZ,
  ADD COLUMN amr TEXT,
  ADD COLUMN address TEXT,
  ADD COLUMN user_agent TEXT,
  ADD COLUMN ends_at TIMESTAMPTZ;
ALTER TABLE refresh_tokens ALTER COLUMN id SET DEFAULT gen_random_uuid()::text;
CREATE UNIQUE INDEX refresh_tokens_by_slot ON refresh_tokens (user_id, slot);
CREATE FUNCTION forget_session_before() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.id := gen_random_uuid()::text;
  NEW.created_at := NULL;
  NEW.last_used_at := NULL;
  NEW.authenticated_at := NULL;
  NEW.amr := NULL;
  NEW.address := NULL;
  NEW.user_agent := NULL;
  NEW.ends_at := NULL;
  RETURN NEW;
END;
$$;
CREATE TRIGGER refresh_tokens_of_version_before BEFORE UPDATE ON refresh_tokens
  FOR EACH ROW WHEN (NEW.value_hash <> OLD.value_hash AND NEW.id IS NOT DISTINCT FROM OLD.id) EXECUTE FUNCTION forget_session_before();
ALTER TABLE outbox ADD COLUMN recipient TEXT;
ALTER TABLE outbox ADD COLUMN payload TEXT;
ALTER TABLE audit_events ADD COLUMN actor TEXT;
ALTER TABLE refresh_tokens DROP CONSTRAINT refresh_tokens_pkey;
ALTER TABLE refresh_tokens ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY USING INDEX refresh_tokens_by_slot;
DROP TRIGGER refresh_tokens_of_version_before ON refresh_tokens;
DROP FUNCTION forget_session_before();
CREATE INDEX refresh_tokens_in_other_slots ON refresh_tokens (user_id) WHERE slot <> 0;
ALTER TABLE refresh_tokens
  ADD COLUMN generation BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN rotation_key TEXT;
CREATE TABLE email_changes (
  id TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  old_email TEXT NOT NULL,
  new_email TEXT NOT NULL,
  session_id TEXT,
  requested_at TIMESTAMPTZ NOT NULL,
  confirmed_at TIMESTAMPTZ,
  revert_until TIMESTAMPTZ
);
CREATE UNIQUE INDEX email_changes_waiting ON email_changes (user_id) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_reserved ON email_changes (old_email) WHERE confirmed_at IS NOT NULL;
CREATE INDEX email_changes_by_age ON email_changes (requested_at) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_end ON email_changes (revert_until);
CREATE FUNCTION refuse_reserved_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM email_changes WHERE old_email = NEW.email AND confirmed_at IS NOT NULL AND user_id <> NEW.id) THEN
    RAISE EXCEPTION 'the address is reserved' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END;
$$;
CREATE TRIGGER users_email_not_reserved AFTER INSERT OR UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION refuse_reserved_email();
ALTER TABLE users ADD COLUMN second_factors INTEGER NOT NULL DEFAULT 0;
CREATE TABLE totp (
  user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed TEXT,
  confirmed_at TIMESTAMPTZ,
  last_step BIGINT,
  pending_sealed TEXT,
  pending_until TIMESTAMPTZ,
  failures INTEGER NOT NULL DEFAULT 0,
  failing_since TIMESTAMPTZ
);
CREATE TABLE recovery_codes (
  value_hash TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ
);
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);
ALTER TABLE users ADD COLUMN deletion_due_at TIMESTAMPTZ;
CREATE INDEX users_to_delete ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
CREATE INDEX users_unverified ON users (created_at) WHERE account_status = 'INACTIVE';
CREATE INDEX users_admins ON users (id) WHERE role = 'ADMIN';
CREATE INDEX outbox_to_others ON outbox (recipient) WHERE recipient IS NOT NULL;
CREATE INDEX audit_events_of_deletions ON audit_events (happened_at) WHERE event = 'deleted';
CREATE OR REPLACE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.happened_at = OLD.happened_at AND NEW.event = OLD.event AND NEW.user_id = OLD.user_id
    AND NEW.actor IS NOT DISTINCT FROM OLD.actor AND NEW.address IS NULL AND NEW.user_agent IS NULL
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed';
END;
$$;
ALTER TABLE users ADD COLUMN handle TEXT;
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL,
  algorithm INTEGER NOT NULL,
  sign_count BIGINT NOT NULL,
  synced INTEGER NOT NULL,
  backed_up INTEGER NOT NULL,
  transports TEXT NOT NULL,
  aaguid TEXT NOT NULL,
  rp_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);
CREATE INDEX passkeys_by_rp_id ON passkeys (rp_id);
CREATE TABLE spent (
  hash TEXT PRIMARY KEY,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX spent_by_expiry ON spent (expires_at);
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  value_hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  networks TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ,
  created_by BIGINT REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
CREATE TABLE admin_links (
  hash TEXT PRIMARY KEY,
  user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX admin_links_by_user ON admin_links (user_id);
CREATE INDEX admin_links_by_expiry ON admin_links (expires_at);
ALTER TABLE users ADD COLUMN name_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN surname_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN phone_key TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX users_by_name ON users (name_key, id);
CREATE INDEX users_by_surname ON users (surname_key, id) WHERE surname_key <> '';
CREATE INDEX users_by_phone ON users (phone_key, id) WHERE phone_key <> '';
CREATE INDEX users_without_keys ON users (id) WHERE name_key = '';
CREATE FUNCTION outdate_user_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name_key = OLD.name_key AND NEW.phone_key = OLD.phone_key
    AND (NEW.full_name <> OLD.full_name OR NEW.phone_number <> OLD.phone_number)
  THEN
    NEW.name_key := '';
  END IF;
  RETURN NEW;
END;
$$;
CREATE TRIGGER users_keys_outdated BEFORE UPDATE OF full_name, phone_number ON users
  FOR EACH ROW EXECUTE FUNCTION outdate_user_keys();
CREATE INDEX users_by_email ON users (email COLLATE "C", id);
CREATE INDEX users_suspended ON users (id) WHERE account_status = 'SUSPENDED';
CREATE INDEX users_with_factor ON users (id) WHERE second_factors <> 0;
CREATE INDEX audit_events_by_event ON audit_events (event, id);
CREATE INDEX audit_events_by_actor ON audit_events (id) WHERE actor IS NOT NULL;
CREATE TABLE statistics (
  day BIGINT NOT NULL,
  name TEXT NOT NULL,
  events BIGINT NOT NULL,
  PRIMARY KEY (day, name)
);
CREATE TABLE statistics_progress (
  name TEXT PRIMARY KEY,
  position BIGINT NOT NULL,
  day BIGINT NOT NULL
);
CREATE TABLE active_users (
  day BIGINT NOT NULL,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (day, user_id)
);
CREATE INDEX active_users_by_user ON active_users (user_id);
CREATE TABLE email_outcomes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at TIMESTAMPTZ NOT NULL,
  name TEXT NOT NULL
);
INSERT INTO statistics (day, name, events) SELECT hour / 24, event, SUM(events) FROM audit_counts GROUP BY 1, 2;
INSERT INTO statistics (day, name, events)
  SELECT floor(extract(epoch FROM updated_at) / 86400), CASE state WHEN 'sent' THEN 'email_sent' ELSE 'email_given_up' END, COUNT(*) FROM outbox
  WHERE state IN ('sent', 'dead') GROUP BY 1, 2;
CREATE INDEX outbox_by_state ON outbox (state, kind, id);
CREATE INDEX outbox_by_recipient ON outbox (recipient COLLATE "C") WHERE recipient IS NOT NULL;
CREATE INDEX audit_events_by_address ON audit_events (address, id);
CREATE OR REPLACE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.happened_at = OLD.happened_at AND NEW.event = OLD.event AND NEW.user_id IS NOT DISTINCT FROM OLD.user_id
    AND NEW.actor IS NOT DISTINCT FROM OLD.actor AND NEW.address IS NULL AND NEW.user_agent IS NULL
  THEN
    IF OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) THEN
      RETURN NEW;
    END IF;
    IF OLD.actor ~ '^user:[0-9]{1,15}$' AND NOT EXISTS (SELECT 1 FROM users WHERE id = substr(OLD.actor, 6)::bigint) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed';
END;
$$;
ALTER TABLE audit_events ADD COLUMN subject TEXT;
ALTER TABLE audit_events ADD COLUMN subject_name TEXT;
CREATE OR REPLACE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.happened_at = OLD.happened_at AND NEW.event = OLD.event AND NEW.user_id IS NOT DISTINCT FROM OLD.user_id
    AND NEW.actor IS NOT DISTINCT FROM OLD.actor AND NEW.address IS NULL AND NEW.user_agent IS NULL
    AND NEW.subject IS NOT DISTINCT FROM OLD.subject
    AND (NEW.subject_name IS NULL OR NEW.subject_name IS NOT DISTINCT FROM OLD.subject_name)
  THEN
    IF OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) THEN
      RETURN NEW;
    END IF;
    IF OLD.actor ~ '^user:[0-9]{1,15}$' AND NOT EXISTS (SELECT 1 FROM users WHERE id = substr(OLD.actor, 6)::bigint) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed';
END;
$$;
CREATE TABLE user_name_parts (
  key TEXT COLLATE "C" NOT NULL,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (key, user_id)
);
CREATE FUNCTION name_parts(surname TEXT) RETURNS SETOF TEXT LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  part TEXT := surname;
BEGIN
  FOR number IN 1..6 LOOP
    EXIT WHEN strpos(part, ' ') = 0;
    part := substr(part, strpos(part, ' ') + 1);
    RETURN NEXT part;
  END LOOP;
END;
$$;
CREATE FUNCTION write_name_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM user_name_parts WHERE user_id = NEW.id;
  END IF;
  INSERT INTO user_name_parts (key, user_id) SELECT name_parts(NEW.surname_key), NEW.id;
  RETURN NULL;
END;
$$;
CREATE TRIGGER users_name_parts_added AFTER INSERT ON users
  FOR EACH ROW WHEN (strpos(NEW.surname_key, ' ') > 0) EXECUTE FUNCTION write_name_parts();
CREATE TRIGGER users_name_parts_changed AFTER UPDATE OF surname_key ON users
  FOR EACH ROW WHEN (NEW.surname_key <> OLD.surname_key) EXECUTE FUNCTION write_name_parts();
CREATE INDEX user_name_parts_by_user ON user_name_parts (user_id, key);
ALTER TABLE users ADD COLUMN invited_at TIMESTAMPTZ;
CREATE FUNCTION note_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET invited_at = NEW.happened_at WHERE id = NEW.user_id AND invited_at IS NULL;
  RETURN NULL;
END;
$$;
CREATE TRIGGER audit_events_note_invitation AFTER INSERT ON audit_events
  FOR EACH ROW WHEN (NEW.event = 'invited') EXECUTE FUNCTION note_invitation();
CREATE INDEX outbox_fresh ON outbox (due_at) WHERE state = 'waiting' AND attempts = 0;
CREATE INDEX outbox_tried ON outbox (due_at) WHERE state = 'waiting' AND attempts > 0;
ALTER TABLE email_changes ADD COLUMN first_requested_at TIMESTAMPTZ;
ALTER TABLE refresh_tokens ADD COLUMN rotated_at TIMESTAMPTZ;
ALTER TABLE refresh_tokens ADD COLUMN rotated_generation BIGINT;
ALTER TABLE audit_events ADD COLUMN count BIGINT NOT NULL DEFAULT 1;
ALTER TABLE audit_events ADD COLUMN repeat_of BIGINT;
CREATE UNIQUE INDEX audit_events_repeats ON audit_events (repeat_of) WHERE repeat_of IS NOT NULL;
CREATE INDEX audit_events_by_user_and_event ON audit_events (user_id, event, id) WHERE repeat_of IS NULL AND user_id IS NOT NULL;
CREATE INDEX outbox_by_user_and_kind ON outbox (user_id, kind, id);
CREATE OR REPLACE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = OLD.id AND NEW.happened_at = OLD.happened_at AND NEW.event = OLD.event AND NEW.user_id IS NOT DISTINCT FROM OLD.user_id
    AND NEW.actor IS NOT DISTINCT FROM OLD.actor AND NEW.address IS NULL AND NEW.user_agent IS NULL
    AND NEW.subject IS NOT DISTINCT FROM OLD.subject
    AND (NEW.subject_name IS NULL OR NEW.subject_name IS NOT DISTINCT FROM OLD.subject_name)
    AND NEW.repeat_of IS NOT DISTINCT FROM OLD.repeat_of
  THEN
    IF OLD.repeat_of IS NOT NULL AND NEW.count > OLD.count THEN
      RETURN NEW;
    END IF;
    IF NEW.count = OLD.count AND OLD.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id) THEN
      RETURN NEW;
    END IF;
    IF NEW.count = OLD.count AND OLD.actor ~ '^user:[0-9]{1,15}$'
      AND NOT EXISTS (SELECT 1 FROM users WHERE id = substr(OLD.actor, 6)::bigint)
    THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'audit events cannot be changed';
END;
$$;
ALTER TABLE schema_migrations ADD COLUMN applied_by TEXT;
ALTER TABLE schema_migrations ADD COLUMN applied_at TIMESTAMPTZ;
ALTER TABLE schema_migrations ADD COLUMN breaks TEXT;
UPDATE schema_migrations SET breaks = '0.1.0' WHERE version = 6;
CREATE TABLE signing_keys (
  instance TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  kid TEXT,
  algorithm TEXT NOT NULL,
  last_at TIMESTAMPTZ NOT NULL,
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
  created_at TIMESTAMPTZ NOT NULL,
  secret_hash TEXT,
  previous_secret_hash TEXT,
  previous_secret_expires_at TIMESTAMPTZ
);
CREATE TABLE openid_records (
  id_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  grant_hash TEXT,
  uid_hash TEXT,
  client_id TEXT REFERENCES openid_clients (id) ON DELETE CASCADE,
  user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
  session_id TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  consumed_at TIMESTAMPTZ
);
CREATE INDEX openid_records_by_grant ON openid_records (grant_hash);
CREATE INDEX openid_records_by_uid ON openid_records (uid_hash);
CREATE INDEX openid_records_by_client ON openid_records (client_id);
CREATE INDEX openid_records_by_session ON openid_records (user_id, session_id);
CREATE INDEX openid_records_by_expiry ON openid_records (expires_at);
CREATE TABLE openid_grants (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES openid_clients (id) ON DELETE CASCADE,
  scopes TEXT NOT NULL,
  granted_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, client_id)
);
CREATE INDEX openid_grants_by_client ON openid_grants (client_id);
CREATE FUNCTION remove_openid_records_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM openid_records WHERE user_id = OLD.user_id AND session_id = OLD.id;
  RETURN NULL;
END;
$$;
CREATE TRIGGER openid_records_end_with_session AFTER DELETE ON refresh_tokens
  FOR EACH ROW EXECUTE FUNCTION remove_openid_records_of_session();
CREATE TRIGGER openid_records_end_with_replaced_session AFTER UPDATE OF id ON refresh_tokens
  FOR EACH ROW WHEN (NEW.id IS DISTINCT FROM OLD.id) EXECUTE FUNCTION remove_openid_records_of_session();
CREATE TABLE deliveries (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind TEXT NOT NULL,
  receiver TEXT NOT NULL,
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at TIMESTAMPTZ NOT NULL,
  leased_until TIMESTAMPTZ,
  first_tried_at TIMESTAMPTZ
);
CREATE INDEX deliveries_by_due_time ON deliveries (due_at);
CREATE INDEX deliveries_by_receiver ON deliveries (receiver, id);
CREATE FUNCTION note_openid_logout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deliveries (kind, receiver, payload, due_at)
    SELECT 'backchannel_logout', id, json_build_object('account', OLD.user_id || '.' || OLD.session_id)::text,
      OLD.created_at
    FROM openid_clients WHERE id = OLD.client_id AND backchannel_logout_uri IS NOT NULL;
  RETURN NULL;
END;
$$;
CREATE TRIGGER openid_records_note_logout AFTER DELETE ON openid_records
  FOR EACH ROW WHEN (OLD.kind = 'Grant') EXECUTE FUNCTION note_openid_logout();
ALTER TABLE openid_clients ADD COLUMN document_fetched_at TIMESTAMPTZ;
ALTER TABLE openid_clients ADD COLUMN document_fresh_until TIMESTAMPTZ;
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
  started_at TIMESTAMPTZ NOT NULL,
  last_at TIMESTAMPTZ NOT NULL,
  clock_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX instances_last_at ON instances (last_at);
CREATE TABLE known_keys (
  used_for TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  first_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (used_for, fingerprint)
);
CREATE INDEX refresh_tokens_by_last_use ON refresh_tokens (COALESCE(last_used_at, created_at), user_id);
CREATE TABLE user_notes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX user_notes_by_user ON user_notes (user_id, id);
CREATE TABLE acting (
  admin_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  began_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX acting_by_user ON acting (user_id);
CREATE INDEX acting_by_expiry ON acting (expires_at);
CREATE TABLE profile_pictures (
  user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL UNIQUE,
  content_type TEXT NOT NULL,
  image TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE FUNCTION replace_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM profile_pictures WHERE user_id = NEW.id AND '/api/pictures/' || name <> COALESCE(NEW.profile_image_url, '');
  RETURN NULL;
END;
$$;
CREATE TRIGGER users_replace_picture AFTER UPDATE OF profile_image_url ON users FOR EACH ROW
WHEN (NEW.profile_image_url IS DISTINCT FROM OLD.profile_image_url) EXECUTE FUNCTION replace_picture();
CREATE TABLE stand_in_key (
  id bigint PRIMARY KEY CHECK (id = 1),
  value text NOT NULL
);
