-- Names are found by the beginning of every word: name_key begins with the first, surname_key with the second, and here is what begins with
-- the third and those after it, up to six rows for a name. Most names have none. Triggers write them from surname_key, whichever version of the
-- service changes an account.
CREATE TABLE user_name_parts (
  key TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  PRIMARY KEY (key, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX user_name_parts_by_user ON user_name_parts (user_id, key);

-- No WITH at the beginning of a statement of a trigger, hence the subquery.
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

-- step: batches of users
INSERT OR IGNORE INTO user_name_parts (key, user_id)
  WITH RECURSIVE parts (key, id, number) AS (
    SELECT substr(surname_key, instr(surname_key, ' ') + 1), id, 1 FROM users
      WHERE id > $1 AND id <= $2 AND instr(surname_key, ' ') > 0
    UNION ALL SELECT substr(key, instr(key, ' ') + 1), id, number + 1 FROM parts WHERE number < 6 AND instr(key, ' ') > 0
  )
  SELECT key, id FROM parts;
