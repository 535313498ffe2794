-- The user handle of WebAuthn: random, so that an authenticator stores nothing about the person. Made with the first passkey.
ALTER TABLE users ADD COLUMN handle TEXT;

-- step: together
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  credential_id TEXT NOT NULL UNIQUE,
  -- COSE, base64url.
  public_key TEXT NOT NULL,
  algorithm INTEGER NOT NULL,
  sign_count INTEGER NOT NULL,
  -- 1: it can be on several devices of its owner.
  synced INTEGER NOT NULL,
  backed_up INTEGER NOT NULL,
  transports TEXT NOT NULL,
  aaguid TEXT NOT NULL,
  rp_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_user ON passkeys (user_id);
CREATE INDEX passkeys_by_rp_id ON passkeys (rp_id);

-- Proofs that were used and carry their own expiry, such as challenges of passkeys: kept until then, so that none works twice.
CREATE TABLE spent (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX spent_by_expiry ON spent (expires_at);
