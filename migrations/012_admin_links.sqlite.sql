-- Links of `latchkey admin link` that were not used yet.
CREATE TABLE admin_links (
  hash TEXT PRIMARY KEY,
  -- The only account that may use it; null: any.
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX admin_links_by_user ON admin_links (user_id);
CREATE INDEX admin_links_by_expiry ON admin_links (expires_at);
