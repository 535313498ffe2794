-- step: each
-- What the administration finds accounts by, besides their e-mail address: names and phone numbers in a form that ignores case, accents and
-- punctuation (store/search-keys.ts). SQL cannot compute it on both databases, so the service writes it. An empty name_key: not written yet,
-- because the row is from the version before; housekeeping writes it then. Collation C: byte order, as on SQLite, in which a prefix is a range.
ALTER TABLE users ADD COLUMN name_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN surname_key TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN phone_key TEXT COLLATE "C" NOT NULL DEFAULT '';
-- With the id, so that the accounts that a search finds can be counted without reading the table; on SQLite every index has it.
CREATE INDEX users_by_name ON users (name_key, id);
CREATE INDEX users_by_surname ON users (surname_key, id) WHERE surname_key <> '';
CREATE INDEX users_by_phone ON users (phone_key, id) WHERE phone_key <> '';
CREATE INDEX users_without_keys ON users (id) WHERE name_key = '';

-- step: together
-- The version before changes names and phone numbers without the keys.
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

-- step: each
-- The unique index of the address is in the order of the database's locale. The column itself cannot become one in byte order: statements that the
-- version before has prepared would fail.
CREATE INDEX users_by_email ON users (email COLLATE "C", id);

-- Filters for what few accounts have; users_admins, users_unverified and passkeys_by_user are the others.
CREATE INDEX users_suspended ON users (id) WHERE account_status = 'SUSPENDED';
CREATE INDEX users_with_factor ON users (id) WHERE second_factors <> 0;
