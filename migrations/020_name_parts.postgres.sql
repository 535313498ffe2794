-- Names are found by the beginning of every word: name_key begins with the first, surname_key with the second, and here is what begins with
-- the third and those after it, up to six rows for a name. Most names have none. Triggers write them from surname_key, whichever version of the
-- service changes an account.
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
-- Before the rows of the accounts that are there already: none is left out.
CREATE TRIGGER users_name_parts_added AFTER INSERT ON users
  FOR EACH ROW WHEN (strpos(NEW.surname_key, ' ') > 0) EXECUTE FUNCTION write_name_parts();
CREATE TRIGGER users_name_parts_changed AFTER UPDATE OF surname_key ON users
  FOR EACH ROW WHEN (NEW.surname_key <> OLD.surname_key) EXECUTE FUNCTION write_name_parts();

-- step: batches of users
-- Locked, so that no name changes between reading it and writing its parts.
INSERT INTO user_name_parts (key, user_id)
  SELECT name_parts(surname_key), id FROM (
    SELECT id, surname_key FROM users WHERE id > $1 AND id <= $2 AND strpos(surname_key, ' ') > 0 FOR SHARE
  ) AS named
  ON CONFLICT DO NOTHING;
-- step: each
CREATE INDEX user_name_parts_by_user ON user_name_parts (user_id, key);
