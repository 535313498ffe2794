-- What administrators note about an account, for each other. At most 200 for an account (store/user-notes.ts).
CREATE TABLE user_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- As the actor of an audit event: user:<id> or key:<id>.
  author TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX user_notes_by_user ON user_notes (user_id, id);
