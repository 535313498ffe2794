INSERT INTO locks (name) VALUES ('openid_clients');
-- Apps that log people in here. Of their secrets only hashes are stored.
CREATE TABLE openid_clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  logo_uri TEXT,
  -- Where people get to an app: its home page, and where the app itself begins a login (OpenID third-party-initiated
  -- login).
  client_uri TEXT,
  initiate_login_uri TEXT,
  confidential INTEGER NOT NULL,
  -- Whether a client with a secret may begin logins without PKCE: required, or optional.
  pkce TEXT NOT NULL DEFAULT 'required',
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
  created_at INTEGER NOT NULL,
  -- SHA-256 in base64url. Null: a public client.
  secret_hash TEXT,
  -- The secret before, which works until it expires.
  previous_secret_hash TEXT,
  previous_secret_expires_at INTEGER,
  -- Of clients that nobody has added: their id is the https address of a document about them (client id metadata
  -- documents). Null: added by an operator.
  document_fetched_at INTEGER,
  document_fresh_until INTEGER,
  -- The public keys that such a client authenticates with, or their address, as JSON. Null: a public client.
  document_keys TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX openid_clients_by_document ON openid_clients (document_fetched_at) WHERE document_fetched_at IS NOT NULL;

-- What OpenID keeps between two requests: sessions of browsers, logins on their way, codes, refresh tokens. Of the ids,
-- which are secrets, only hashes.
CREATE TABLE openid_records (
  id_hash TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  -- Those of one grant are revoked together.
  grant_hash TEXT,
  uid_hash TEXT,
  client_id TEXT REFERENCES openid_clients (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
  -- The session of the account that it hangs on: refresh_tokens.id.
  session_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  consumed_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX openid_records_by_grant ON openid_records (grant_hash);
CREATE INDEX openid_records_by_uid ON openid_records (uid_hash);
CREATE INDEX openid_records_by_client ON openid_records (client_id);
CREATE INDEX openid_records_by_session ON openid_records (user_id, session_id);
CREATE INDEX openid_records_by_expiry ON openid_records (expires_at);

-- What an account has let an app see, whether its owner was asked or not.
CREATE TABLE openid_grants (
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL REFERENCES openid_clients (id) ON DELETE CASCADE,
  -- Names separated by spaces.
  scopes TEXT NOT NULL,
  -- The MCP servers that the app may use for the account, with the scopes of each, as JSON.
  resources TEXT NOT NULL DEFAULT '{}',
  granted_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  is_unproven INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, client_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX openid_grants_by_client ON openid_grants (client_id);
