-- Accounts at other providers that log in to ours. An issuer and its subject never belong to two accounts.
CREATE TABLE identities (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- As IDENTITY_PROVIDERS names it.
  provider TEXT NOT NULL,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  -- What the provider said at the last login: for its owner to recognise.
  email TEXT,
  -- The address of the account for which a login is proven; null: none.
  proven_email TEXT,
  -- The address that the provider handed out at the last login; null: none.
  decided_email TEXT,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  UNIQUE (issuer, subject),
  UNIQUE (user_id, provider)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_provider ON identities (provider, user_id);
