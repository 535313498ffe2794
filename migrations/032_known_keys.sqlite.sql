-- When each key was first seen, by its fingerprint: keys in settings do not say how old they are.
CREATE TABLE known_keys (
  used_for TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  first_at INTEGER NOT NULL,
  PRIMARY KEY (used_for, fingerprint)
);
