-- Which instance has which key, since when, and when it last signed with it, by what identifies a key and nothing secret.
-- In place of signing_keys, known_keys and two columns of instances, which 0.6.0 still uses.
CREATE TABLE instance_keys (
  instance TEXT NOT NULL,
  used_for TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  name TEXT,
  algorithm TEXT,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  signed_at INTEGER,
  PRIMARY KEY (instance, used_for, fingerprint)
);
INSERT INTO instance_keys (instance, used_for, fingerprint, name, algorithm, first_at, last_at, signed_at)
  SELECT s.instance, 'signing', s.fingerprint, s.kid, s.algorithm, COALESCE(k.first_at, s.last_at), s.last_at, s.last_at
  FROM signing_keys AS s LEFT JOIN known_keys AS k ON k.used_for = 'signing' AND k.fingerprint = s.fingerprint;
INSERT INTO instance_keys (instance, used_for, fingerprint, first_at, last_at)
  SELECT '', k.used_for, k.fingerprint, k.first_at, k.first_at FROM known_keys AS k
  WHERE NOT EXISTS (
    SELECT 1 FROM instance_keys AS i WHERE i.used_for = k.used_for AND i.fingerprint = k.fingerprint
  );
