-- Rows to lock, each always there. Before, they were the first rows of schema_migrations.
CREATE TABLE locks (name TEXT PRIMARY KEY) STRICT;
INSERT INTO locks (name) VALUES ('administrators'), ('api_keys'), ('openid_clients');
