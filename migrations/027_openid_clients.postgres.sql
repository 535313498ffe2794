-- Apps that log people in here (OpenID clients). Of their secrets only hashes are stored.
CREATE TABLE openid_clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  logo_uri TEXT,
  confidential INTEGER NOT NULL,
  -- Lists as JSON.
  redirect_uris TEXT NOT NULL,
  post_logout_redirect_uris TEXT NOT NULL,
  native INTEGER NOT NULL,
  first_party INTEGER NOT NULL,
  -- Names separated by spaces.
  scopes TEXT NOT NULL,
  audience TEXT,
  pairwise INTEGER NOT NULL,
  backchannel_logout_uri TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  -- SHA-256 in base64url. Null: a public client.
  secret_hash TEXT,
  -- The secret before, which works until it expires.
  previous_secret_hash TEXT,
  previous_secret_expires_at TIMESTAMPTZ
);
