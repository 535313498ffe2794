-- The instances that serve, for latchkey doctor: which version, since when, which clock, and which keys by what identifies them.
CREATE TABLE instances (
  instance TEXT NOT NULL PRIMARY KEY,
  version TEXT NOT NULL,
  signing_keys TEXT NOT NULL,
  data_keys TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  clock_at INTEGER NOT NULL
);
CREATE INDEX instances_last_at ON instances (last_at);
