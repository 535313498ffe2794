-- Which terms the owner of an account has accepted (TERMS_VERSION).
CREATE TABLE terms_acceptances (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version TEXT NOT NULL,
  accepted_at INTEGER NOT NULL,
  address TEXT,
  PRIMARY KEY (user_id, version)
) STRICT, WITHOUT ROWID;
