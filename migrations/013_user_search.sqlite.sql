-- step: each
-- What the administration finds accounts by, besides their e-mail address: names and phone numbers in a form that ignores case, accents and
-- punctuation (store/search-keys.ts). SQL cannot compute it on both databases, so the service writes it. An empty name_key: not written yet,
-- because the row is from the version before; housekeeping writes it then.
ALTER TABLE users ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN surname_key TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN phone_key TEXT NOT NULL DEFAULT '';
CREATE INDEX users_by_name ON users (name_key);
CREATE INDEX users_by_surname ON users (surname_key) WHERE surname_key <> '';
CREATE INDEX users_by_phone ON users (phone_key) WHERE phone_key <> '';
CREATE INDEX users_without_keys ON users (id) WHERE name_key = '';

-- step: together
-- The version before changes names and phone numbers without the keys.
CREATE TRIGGER users_keys_outdated AFTER UPDATE OF full_name, phone_number ON users
WHEN NEW.name_key <> '' AND NEW.name_key = OLD.name_key AND NEW.phone_key = OLD.phone_key
  AND (NEW.full_name <> OLD.full_name OR NEW.phone_number <> OLD.phone_number)
BEGIN
  UPDATE users SET name_key = '' WHERE id = NEW.id;
END;

-- step: each
-- Filters for what few accounts have; users_admins, users_unverified and passkeys_by_user are the others.
CREATE INDEX users_suspended ON users (id) WHERE account_status = 'SUSPENDED';
CREATE INDEX users_with_factor ON users (id) WHERE second_factors <> 0;
