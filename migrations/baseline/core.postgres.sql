-- breaks: 0.6.0
-- A new database lacks what only 0.6.0 needs, and an upgraded one has (055_from_0.6.0).

-- The versions of the schema: which release of Latchkey has made each, and the newest release that it breaks, whose
-- instances are not ready on it. Null: breaks none.
CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_by TEXT,
  applied_at TIMESTAMPTZ,
  breaks TEXT
);
-- The progress of a running upgrade; empty otherwise.
CREATE TABLE schema_steps (
  version INTEGER NOT NULL,
  step INTEGER NOT NULL,
  position BIGINT NOT NULL,
  PRIMARY KEY (version, step)
);
-- Rows to lock, each always there.
CREATE TABLE locks (name TEXT PRIMARY KEY);
INSERT INTO locks (name) VALUES ('administrators');

-- Accounts. What an account lacks is null.
CREATE TABLE users (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  full_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone_number TEXT UNIQUE,
  -- The phone number of an account while PHONE_NUMBERS=shared.
  shared_phone_number TEXT,
  industry TEXT,
  -- Values of the fields of FIELDS_FILE, by name, as JSON.
  fields TEXT,
  language TEXT NOT NULL DEFAULT 'en',
  role TEXT NOT NULL DEFAULT 'USER' CHECK (role IN ('USER', 'ADMIN')),
  profile_image_url TEXT,
  account_status TEXT NOT NULL DEFAULT 'INACTIVE' CHECK (account_status IN ('INACTIVE', 'ACTIVE', 'SUSPENDED')),
  status_before_suspension TEXT,
  -- The address of the account, if an administrator has set it and its owner has not confirmed it.
  unconfirmed_email TEXT,
  password_hash TEXT,
  credential_version BIGINT NOT NULL DEFAULT 1,
  -- The version of the credentials whose password its owner was told of: it is known from a data breach.
  breach_told_version BIGINT,
  -- A bit mask.
  second_factors INTEGER NOT NULL DEFAULT 0,
  -- The user handle of WebAuthn: random, made with the first passkey.
  handle TEXT,
  -- Names and phone numbers in the form in which they are searched, which SQL cannot compute. In byte order, in which a
  -- prefix is a range.
  name_key TEXT COLLATE "C" NOT NULL DEFAULT '',
  surname_key TEXT COLLATE "C" NOT NULL DEFAULT '',
  phone_key TEXT COLLATE "C" NOT NULL DEFAULT '',
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  -- When an administrator invited the owner of the account. Null: the owner registered.
  invited_at TIMESTAMPTZ,
  -- When the account will be deleted, because its owner asked for it. Null: nobody has.
  deletion_due_at TIMESTAMPTZ
);
-- The unique index of the address is in the order of the database's locale.
CREATE INDEX users_by_email ON users (email COLLATE "C", id);
-- With the id, so that the accounts that a search finds can be counted without reading the table.
CREATE INDEX users_by_name ON users (name_key, id);
CREATE INDEX users_by_surname ON users (surname_key, id) WHERE surname_key <> '';
CREATE INDEX users_by_phone ON users (phone_key, id) WHERE phone_key <> '';
CREATE INDEX users_admins ON users (id) WHERE role = 'ADMIN';
CREATE INDEX users_suspended ON users (id) WHERE account_status = 'SUSPENDED';
CREATE INDEX users_with_factor ON users (id) WHERE second_factors <> 0;
CREATE INDEX users_unverified ON users (created_at) WHERE account_status = 'INACTIVE';
CREATE INDEX users_invited ON users (id) WHERE invited_at IS NOT NULL AND account_status = 'INACTIVE';
CREATE INDEX users_to_delete ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;

-- Names are found by the beginning of every word: name_key begins with the first, surname_key with the second, and here
-- is what begins with the third and those after it, up to six rows for a name. Most names have none.
CREATE TABLE user_name_parts (
  key TEXT COLLATE "C" NOT NULL,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (key, user_id)
);
CREATE INDEX user_name_parts_by_user ON user_name_parts (user_id, key);
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

-- Pictures that were uploaded, at most one for an account, as base64: small, so that they are copied, backed up and
-- exported like all other rows.
CREATE TABLE profile_pictures (
  user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Random, and another with each picture: whoever knows it can see the picture, at /api/pictures/<name>.
  name TEXT NOT NULL UNIQUE,
  content_type TEXT NOT NULL,
  image TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
-- A picture that the profile no longer shows is gone, whoever changed the profile.
CREATE FUNCTION replace_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM profile_pictures WHERE user_id = NEW.id AND '/api/pictures/' || name <> COALESCE(NEW.profile_image_url, '');
  RETURN NULL;
END;
$$;
CREATE TRIGGER users_replace_picture AFTER UPDATE OF profile_image_url ON users FOR EACH ROW
  WHEN (NEW.profile_image_url IS DISTINCT FROM OLD.profile_image_url) EXECUTE FUNCTION replace_picture();

-- What chooses whose password hash an unknown address is compared with. Made with the first login, and the same for all
-- instances.
CREATE TABLE stand_in_key (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  value TEXT NOT NULL
);

-- Which terms the owner of an account has accepted (TERMS_VERSION).
CREATE TABLE terms_acceptances (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version TEXT NOT NULL,
  accepted_at TIMESTAMPTZ NOT NULL,
  address TEXT,
  PRIMARY KEY (user_id, version)
);

-- What administrators note about an account, for each other.
CREATE TABLE user_notes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- As the actor of an audit event: user:<id> or key:<id>.
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX user_notes_by_user ON user_notes (user_id, id);

-- Sessions. With SESSIONS=single all are in slot 0, so that the primary key makes a second one impossible, whatever the
-- timing of two logins; with SESSIONS=many each is in a slot of its own.
CREATE TABLE refresh_tokens (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  slot BIGINT NOT NULL DEFAULT 0,
  id TEXT DEFAULT gen_random_uuid()::text,
  value_hash TEXT NOT NULL UNIQUE,
  expires_at TIMESTAMPTZ NOT NULL,
  ends_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ,
  last_used_at TIMESTAMPTZ,
  authenticated_at TIMESTAMPTZ,
  amr TEXT,
  address TEXT,
  user_agent TEXT,
  -- 1: began with a login that proves nothing about the mailbox. It ends when the owner of the mailbox comes.
  is_unproven INTEGER NOT NULL DEFAULT 0,
  -- How many refresh tokens the session has had since the first, when it got the last, and the key of the code in each
  -- of them, which is of no use without the random part of the token.
  generation BIGINT NOT NULL DEFAULT 0,
  rotation_key TEXT,
  rotated_at TIMESTAMPTZ,
  PRIMARY KEY (user_id, slot)
);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
-- Finds, at a start with SESSIONS=single, the sessions that SESSIONS=many has left; empty otherwise.
CREATE INDEX refresh_tokens_in_other_slots ON refresh_tokens (user_id) WHERE slot <> 0;
-- The list of accounts by when they were last seen.
CREATE INDEX refresh_tokens_by_last_use ON refresh_tokens (COALESCE(last_used_at, created_at), user_id);

-- Changes of an account's e-mail address: first it waits to be confirmed at the new address, then it can be reverted
-- from the old one. A confirmed row also reserves the old address for its account; housekeeping removes the row when
-- the revert link has expired.
CREATE TABLE email_changes (
  id TEXT PRIMARY KEY,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  old_email TEXT NOT NULL,
  new_email TEXT NOT NULL,
  -- The session that asked, which does not end when the change is confirmed.
  session_id TEXT,
  -- When the first of the requests was made that this one has replaced: what a revert removes is counted from it.
  first_requested_at TIMESTAMPTZ,
  requested_at TIMESTAMPTZ NOT NULL,
  confirmed_at TIMESTAMPTZ,
  revert_until TIMESTAMPTZ,
  is_unproven INTEGER NOT NULL DEFAULT 0
);
-- A new request replaces the one that waits.
CREATE UNIQUE INDEX email_changes_waiting ON email_changes (user_id) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_reserved ON email_changes (old_email) WHERE confirmed_at IS NOT NULL;
CREATE INDEX email_changes_by_age ON email_changes (requested_at) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_end ON email_changes (revert_until);
-- No other account can take a reserved address, whichever statement tries it. The trigger fires after the row was
-- written: whoever takes the address in the moment in which it becomes free has waited for the transaction that
-- reserved it, and a query in here sees what that one wrote.
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

-- Proofs that were used and carry their own expiry, such as challenges of passkeys: kept until then, so that none works
-- twice.
CREATE TABLE spent (
  hash TEXT PRIMARY KEY,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX spent_by_expiry ON spent (expires_at);

-- Links of `latchkey admin link` that were not used yet.
CREATE TABLE admin_links (
  hash TEXT PRIMARY KEY,
  -- The only account that may use it; null: any.
  user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX admin_links_by_user ON admin_links (user_id);
CREATE INDEX admin_links_by_expiry ON admin_links (expires_at);

CREATE TABLE throttles (
  key TEXT PRIMARY KEY,
  failures BIGINT NOT NULL DEFAULT 0,
  counted_since TIMESTAMPTZ NOT NULL,
  busy_until TIMESTAMPTZ NOT NULL
);
CREATE INDEX throttles_by_age ON throttles (busy_until);
CREATE INDEX throttles_of_emails ON throttles (busy_until) WHERE failures = 0;

-- E-mails. A row without a user stands for a request about an unknown address: it costs the same write, and is never
-- sent.
CREATE TABLE outbox (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  credential_version BIGINT,
  -- Null: the account's own. The same applies to the next.
  language TEXT,
  recipient TEXT,
  -- What its text needs to know besides the account, as JSON.
  payload TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'superseded', 'dead', 'void')),
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at TIMESTAMPTZ NOT NULL,
  -- Set while a worker has it: its due time is then the end of a lease, not of a wait.
  claimed_at TIMESTAMPTZ,
  -- An operator gave it a second life: how long it may be tried counts from here.
  revived_at TIMESTAMPTZ,
  last_error TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
-- The next e-mail to be sent is found however many others wait: those that were tried before among those that were not,
-- and the other way round.
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
CREATE INDEX outbox_fresh ON outbox (due_at) WHERE state = 'waiting' AND attempts = 0;
CREATE INDEX outbox_tried ON outbox (due_at) WHERE state = 'waiting' AND attempts > 0;
CREATE INDEX outbox_void ON outbox (due_at) WHERE state = 'void';
CREATE INDEX outbox_finished ON outbox (updated_at) WHERE state IN ('sent', 'superseded', 'void');
CREATE INDEX outbox_dead ON outbox (id) WHERE state = 'dead';
CREATE INDEX outbox_by_user ON outbox (user_id);
CREATE INDEX outbox_by_user_and_kind ON outbox (user_id, kind, id);
CREATE INDEX outbox_by_state ON outbox (state, kind, id);
CREATE INDEX outbox_to_others ON outbox (recipient) WHERE recipient IS NOT NULL;
-- In byte order, unlike outbox_to_others.
CREATE INDEX outbox_by_recipient ON outbox (recipient COLLATE "C") WHERE recipient IS NOT NULL;

CREATE TABLE outbox_attempts (
  email_id BIGINT NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  attempt BIGINT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'delayed', 'dead')),
  answer TEXT NOT NULL,
  ended_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (email_id, attempt)
);

-- The audit trail. No reference to users: what happened outlives the account that it happened to.
CREATE TABLE audit_events (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at TIMESTAMPTZ NOT NULL,
  event TEXT NOT NULL,
  user_id BIGINT,
  -- Who did it: null is the account itself, or whoever asked without one.
  actor TEXT,
  -- What an event is about besides an account: `key:<id>` for an API key, and the name that it had.
  subject TEXT,
  subject_name TEXT,
  address TEXT,
  user_agent TEXT,
  -- Of an event that costs its sender nothing, only so many rows an hour are written for an account; one more row
  -- counts all further ones, and names the event from which on there were too many.
  count BIGINT NOT NULL DEFAULT 1,
  repeat_of BIGINT
);
CREATE INDEX audit_events_by_time ON audit_events (happened_at);
CREATE INDEX audit_events_by_user ON audit_events (user_id, id);
CREATE INDEX audit_events_by_event ON audit_events (event, id);
CREATE INDEX audit_events_by_actor ON audit_events (id) WHERE actor IS NOT NULL;
CREATE INDEX audit_events_by_address ON audit_events (address, id);
CREATE INDEX audit_events_of_deletions ON audit_events (happened_at) WHERE event = 'deleted';
CREATE INDEX audit_events_by_user_and_event ON audit_events (user_id, event, id)
  WHERE repeat_of IS NULL AND user_id IS NOT NULL;
CREATE UNIQUE INDEX audit_events_repeats ON audit_events (repeat_of) WHERE repeat_of IS NOT NULL;
-- An event cannot be changed. Its address, its user agent and the name of its subject can be removed when the account of
-- the event or of its actor is gone, and the count of a repetition may grow.
CREATE FUNCTION refuse_change_of_audit_event() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER audit_events_are_append_only BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit_event();

-- Events without an account, counted once they are a minute old. The hour counts from 1970 in UTC; an empty network
-- stands for all that were too many to tell apart.
CREATE TABLE audit_counts (
  hour BIGINT NOT NULL,
  event TEXT NOT NULL,
  network TEXT NOT NULL,
  events BIGINT NOT NULL,
  PRIMARY KEY (hour, event, network)
);

-- What happened on each day (UTC, counted from 1970), by name of the event. Numbers only: nothing of a person.
CREATE TABLE statistics (
  day BIGINT NOT NULL,
  name TEXT NOT NULL,
  events BIGINT NOT NULL,
  PRIMARY KEY (day, name)
);
-- Up to which id the rows of a table have been added to the statistics, and the day of the last of them.
CREATE TABLE statistics_progress (
  name TEXT PRIMARY KEY,
  position BIGINT NOT NULL,
  day BIGINT NOT NULL
);
-- Who was active on a day, for two days: so that each is counted once.
CREATE TABLE active_users (
  day BIGINT NOT NULL,
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (day, user_id)
);
CREATE INDEX active_users_by_user ON active_users (user_id);
-- E-mails that were sent or given up, until they are added to the statistics.
CREATE TABLE email_outcomes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at TIMESTAMPTZ NOT NULL,
  name TEXT NOT NULL
);

-- The instances that serve: which version, since when, and which clock.
CREATE TABLE instances (
  instance TEXT NOT NULL PRIMARY KEY,
  version TEXT NOT NULL,
  started_at TIMESTAMPTZ NOT NULL,
  last_at TIMESTAMPTZ NOT NULL,
  clock_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX instances_last_at ON instances (last_at);
-- Which instance has which key, since when, and when it last signed with it, by what identifies a key and nothing
-- secret.
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

-- What is to be brought to another system and must not be lost, as the outbox is for e-mails.
CREATE TABLE deliveries (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind TEXT NOT NULL,
  -- Deliveries to one receiver are made one after the other.
  receiver TEXT NOT NULL,
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at TIMESTAMPTZ NOT NULL,
  leased_until TIMESTAMPTZ,
  first_tried_at TIMESTAMPTZ
);
CREATE INDEX deliveries_by_due_time ON deliveries (due_at);
CREATE INDEX deliveries_by_receiver ON deliveries (receiver, id);
