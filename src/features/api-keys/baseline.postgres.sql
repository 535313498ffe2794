INSERT INTO locks (name) VALUES ('api_keys');
-- Keys with which programs use the administration interface. Only a hash of the random part is stored.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  value_hash TEXT NOT NULL,
  -- Names separated by spaces.
  scopes TEXT NOT NULL,
  -- Networks in CIDR notation separated by spaces; empty: any.
  networks TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  last_used_at TIMESTAMPTZ,
  -- Works only while this account is an active administrator. Null: made at the command line.
  created_by BIGINT REFERENCES users (id) ON DELETE CASCADE,
  is_unproven INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
