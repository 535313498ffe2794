-- Which terms the owner of an account has accepted (TERMS_VERSION).
CREATE TABLE terms_acceptances (
  user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  version TEXT NOT NULL,
  accepted_at TIMESTAMPTZ NOT NULL,
  address TEXT,
  PRIMARY KEY (user_id, version)
);
