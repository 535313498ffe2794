CREATE TABLE users (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  full_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  phone_number TEXT NOT NULL UNIQUE,
  industry TEXT NOT NULL,
  role TEXT NOT NULL DEFAULT 'USER' CHECK (role IN ('USER', 'ADMIN')),
  profile_image_url TEXT,
  account_status TEXT NOT NULL DEFAULT 'INACTIVE' CHECK (account_status IN ('INACTIVE', 'ACTIVE', 'SUSPENDED')),
  status_before_suspension TEXT,
  password_hash TEXT NOT NULL,
  credential_version BIGINT NOT NULL DEFAULT 1,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);

-- The primary key is what makes a second session impossible, whatever the timing of two logins.
CREATE TABLE refresh_tokens (
  user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  value_hash TEXT NOT NULL UNIQUE,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);

-- A row without a user stands for a request about an unknown address: it costs the same write, and is never sent.
CREATE TABLE outbox (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  message_id TEXT NOT NULL UNIQUE,
  credential_version BIGINT,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'superseded', 'dead', 'void')),
  attempts BIGINT NOT NULL DEFAULT 0,
  due_at TIMESTAMPTZ NOT NULL,
  last_error TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
CREATE INDEX outbox_finished ON outbox (updated_at) WHERE state IN ('sent', 'superseded', 'void');
CREATE INDEX outbox_by_user ON outbox (user_id);

CREATE TABLE throttles (
  key TEXT PRIMARY KEY,
  failures BIGINT NOT NULL DEFAULT 0,
  counted_since TIMESTAMPTZ NOT NULL,
  busy_until TIMESTAMPTZ NOT NULL
);
CREATE INDEX throttles_by_age ON throttles (busy_until);
