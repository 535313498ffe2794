-- The keys that instances sign with, by what identifies them and nothing secret: an instance that lacks one refuses the tokens of the others.
CREATE TABLE signing_keys (
  instance TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  kid TEXT,
  algorithm TEXT NOT NULL,
  last_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (instance, fingerprint)
);
