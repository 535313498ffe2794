-- breaks: 0.6.0
-- A new database lacks what only 0.6.0 needs, and an upgraded one has (055_from_0.6.0).

-- The versions of the schema: which release of Latchkey has made each, and the newest release that it breaks, whose
-- instances are not ready on it. Null: breaks none.
CREATE TABLE schema_migrations (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_by TEXT,
  applied_at INTEGER,
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
CREATE TABLE locks (name TEXT PRIMARY KEY) STRICT;
INSERT INTO locks (name) VALUES ('administrators');

-- Accounts. What an account lacks is null.
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
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
  credential_version INTEGER NOT NULL DEFAULT 1,
  -- The version of the credentials whose password its owner was told of: it is known from a data breach.
  breach_told_version INTEGER,
  -- A bit mask.
  second_factors INTEGER NOT NULL DEFAULT 0,
  -- The user handle of WebAuthn: random, made with the first passkey.
  handle TEXT,
  -- Names and phone numbers in the form in which they are searched, which SQL cannot compute. In byte order, in which a
  -- prefix is a range.
  name_key TEXT NOT NULL DEFAULT '',
  surname_key TEXT NOT NULL DEFAULT '',
  phone_key TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- When an administrator invited the owner of the account. Null: the owner registered.
  invited_at INTEGER,
  -- When the account will be deleted, because its owner asked for it. Null: nobody has.
  deletion_due_at INTEGER
) STRICT;
CREATE INDEX users_by_name ON users (name_key);
CREATE INDEX users_by_surname ON users (surname_key) WHERE surname_key <> '';
CREATE INDEX users_by_phone ON users (phone_key) WHERE phone_key <> '';
CREATE INDEX users_admins ON users (id) WHERE role = 'ADMIN';
CREATE INDEX users_suspended ON users (id) WHERE account_status = 'SUSPENDED';
CREATE INDEX users_with_factor ON users (id) WHERE second_factors <> 0;
CREATE INDEX users_unverified ON users (created_at) WHERE account_status = 'INACTIVE';
CREATE INDEX users_invited ON users (id) WHERE invited_at IS NOT NULL AND account_status = 'INACTIVE';
CREATE INDEX users_to_delete ON users (deletion_due_at) WHERE deletion_due_at IS NOT NULL;

-- Names are found by the beginning of every word: name_key begins with the first, surname_key with the second, and here
-- is what begins with the third and those after it, up to six rows for a name. Most names have none.
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

-- Pictures that were uploaded, at most one for an account, as base64: small, so that they are copied, backed up and
-- exported like all other rows.
CREATE TABLE profile_pictures (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Random, and another with each picture: whoever knows it can see the picture, at /api/pictures/<name>.
  name TEXT NOT NULL UNIQUE,
  content_type TEXT NOT NULL,
  image TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
-- A picture that the profile no longer shows is gone, whoever changed the profile.
CREATE TRIGGER users_replace_picture AFTER UPDATE OF profile_image_url ON users
WHEN NEW.profile_image_url IS NOT OLD.profile_image_url
BEGIN
  DELETE FROM profile_pictures WHERE user_id = NEW.id AND '/api/pictures/' || name <> COALESCE(NEW.profile_image_url, '');
END;

-- What chooses whose password hash an unknown address is compared with. Made with the first login, and the same for all
-- instances.
CREATE TABLE stand_in_key (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value TEXT NOT NULL
) STRICT;

-- Which terms the owner of an account has accepted (TERMS_VERSION).
CREATE TABLE terms_acceptances (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  address TEXT,
  PRIMARY KEY (user_id, version)
) STRICT, WITHOUT ROWID;

-- What administrators note about an account, for each other.
CREATE TABLE user_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- As the actor of an audit event: user:<id> or key:<id>.
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX user_notes_by_user ON user_notes (user_id, id);

-- Sessions. With SESSIONS=single all are in slot 0, so that the primary key makes a second one impossible, whatever the
-- timing of two logins; with SESSIONS=many each is in a slot of its own.
CREATE TABLE refresh_tokens (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  slot INTEGER NOT NULL DEFAULT 0,
  id TEXT DEFAULT (lower(hex(randomblob(16)))),
  value_hash TEXT NOT NULL UNIQUE,
  expires_at INTEGER NOT NULL,
  ends_at INTEGER,
  created_at INTEGER,
  last_used_at INTEGER,
  authenticated_at INTEGER,
  amr TEXT,
  address TEXT,
  user_agent TEXT,
  -- 1: began with a login that proves nothing about the mailbox. It ends when the owner of the mailbox comes.
  is_unproven INTEGER NOT NULL DEFAULT 0,
  -- How many refresh tokens the session has had since the first, when it got the last, and the key of the code in each
  -- of them, which is of no use without the random part of the token.
  generation INTEGER NOT NULL DEFAULT 0,
  rotation_key TEXT,
  rotated_at INTEGER,
  PRIMARY KEY (user_id, slot)
) STRICT, WITHOUT ROWID;
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
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  old_email TEXT NOT NULL,
  new_email TEXT NOT NULL,
  -- The session that asked, which does not end when the change is confirmed.
  session_id TEXT,
  -- When the first of the requests was made that this one has replaced: what a revert removes is counted from it.
  first_requested_at INTEGER,
  requested_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  revert_until INTEGER,
  is_unproven INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
-- A new request replaces the one that waits.
CREATE UNIQUE INDEX email_changes_waiting ON email_changes (user_id) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_user ON email_changes (user_id);
CREATE INDEX email_changes_reserved ON email_changes (old_email) WHERE confirmed_at IS NOT NULL;
CREATE INDEX email_changes_by_age ON email_changes (requested_at) WHERE confirmed_at IS NULL;
CREATE INDEX email_changes_by_end ON email_changes (revert_until);
-- No other account can take a reserved address, whichever statement tries it.
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

-- Proofs that were used and carry their own expiry, such as challenges of passkeys: kept until then, so that none works
-- twice.
CREATE TABLE spent (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_by_expiry ON spent (expires_at);

-- Links of `latchkey admin link` that were not used yet.
CREATE TABLE admin_links (
  hash TEXT PRIMARY KEY,
  -- The only account that may use it; null: any.
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX admin_links_by_user ON admin_links (user_id);
CREATE INDEX admin_links_by_expiry ON admin_links (expires_at);

CREATE TABLE throttles (
  key TEXT PRIMARY KEY,
  failures INTEGER NOT NULL DEFAULT 0,
  counted_since INTEGER NOT NULL,
  busy_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX throttles_by_age ON throttles (busy_until);
CREATE INDEX throttles_of_emails ON throttles (busy_until) WHERE failures = 0;

-- E-mails. A row without a user stands for a request about an unknown address: it costs the same write, and is never
-- sent.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  credential_version INTEGER,
  -- Null: the account's own. The same applies to the next.
  language TEXT,
  recipient TEXT,
  -- What its text needs to know besides the account, as JSON.
  payload TEXT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'superseded', 'dead', 'void')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  -- Set while a worker has it: its due time is then the end of a lease, not of a wait.
  claimed_at INTEGER,
  -- An operator gave it a second life: how long it may be tried counts from here.
  revived_at INTEGER,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
-- The next e-mail to be sent is found however many others wait: those that were tried before among those that were not,
-- and the other way round.
CREATE INDEX outbox_waiting ON outbox (state, due_at) WHERE state = 'waiting';
CREATE INDEX outbox_fresh ON outbox (state, due_at) WHERE state = 'waiting' AND attempts = 0;
CREATE INDEX outbox_tried ON outbox (state, due_at) WHERE state = 'waiting' AND attempts > 0;
CREATE INDEX outbox_void ON outbox (state, due_at) WHERE state = 'void';
CREATE INDEX outbox_finished ON outbox (state, updated_at) WHERE state IN ('sent', 'superseded');
CREATE INDEX outbox_dead ON outbox (state, id) WHERE state = 'dead';
CREATE INDEX outbox_by_user ON outbox (user_id);
CREATE INDEX outbox_by_user_and_kind ON outbox (user_id, kind, id);
CREATE INDEX outbox_by_state ON outbox (state, kind, id);
CREATE INDEX outbox_to_others ON outbox (recipient) WHERE recipient IS NOT NULL;

CREATE TABLE outbox_attempts (
  email_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  attempt INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('sent', 'delayed', 'dead')),
  answer TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (email_id, attempt)
) STRICT, WITHOUT ROWID;

-- The audit trail. No reference to users: what happened outlives the account that it happened to.
CREATE TABLE audit_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  happened_at INTEGER NOT NULL,
  event TEXT NOT NULL,
  user_id INTEGER,
  -- Who did it: null is the account itself, or whoever asked without one.
  actor TEXT,
  -- What an event is about besides an account: `key:<id>` for an API key, and the name that it had.
  subject TEXT,
  subject_name TEXT,
  address TEXT,
  user_agent TEXT,
  -- Of an event that costs its sender nothing, only so many rows an hour are written for an account; one more row
  -- counts all further ones, and names the event from which on there were too many.
  count INTEGER NOT NULL DEFAULT 1,
  repeat_of INTEGER
) STRICT;
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

-- Events without an account, counted once they are a minute old. The hour counts from 1970 in UTC; an empty network
-- stands for all that were too many to tell apart.
CREATE TABLE audit_counts (
  hour INTEGER NOT NULL,
  event TEXT NOT NULL,
  network TEXT NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (hour, event, network)
) STRICT, WITHOUT ROWID;

-- What happened on each day (UTC, counted from 1970), by name of the event. Numbers only: nothing of a person.
CREATE TABLE statistics (
  day INTEGER NOT NULL,
  name TEXT NOT NULL,
  events INTEGER NOT NULL,
  PRIMARY KEY (day, name)
) STRICT, WITHOUT ROWID;
-- Up to which id the rows of a table have been added to the statistics, and the day of the last of them.
CREATE TABLE statistics_progress (
  name TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  day INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- Who was active on a day, for two days: so that each is counted once.
CREATE TABLE active_users (
  day INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (day, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX active_users_by_user ON active_users (user_id);
-- E-mails that were sent or given up, until they are added to the statistics.
CREATE TABLE email_outcomes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  happened_at INTEGER NOT NULL,
  name TEXT NOT NULL
) STRICT;

-- The instances that serve: which version, since when, and which clock.
CREATE TABLE instances (
  instance TEXT NOT NULL PRIMARY KEY,
  version TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  clock_at INTEGER NOT NULL
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
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  signed_at INTEGER,
  PRIMARY KEY (instance, used_for, fingerprint)
) STRICT, WITHOUT ROWID;

-- What is to be brought to another system and must not be lost, as the outbox is for e-mails.
CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  -- Deliveries to one receiver are made one after the other.
  receiver TEXT NOT NULL,
  payload TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  leased_until INTEGER,
  first_tried_at INTEGER
) STRICT;
CREATE INDEX deliveries_by_due_time ON deliveries (due_at);
CREATE INDEX deliveries_by_receiver ON deliveries (receiver, id);
